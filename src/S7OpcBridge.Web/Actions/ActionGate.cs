using System.Net;
using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Connections;
using S7OpcBridge.Web.Login;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.Actions;

/// <summary>Checks each request for an action before it is done: name of the host, user, origin, role, body; and writes what came of it to the audit.</summary>
/// <param name="rules">What can be changed at all.</param>
/// <param name="commands">Where actions are audited.</param>
/// <param name="visitors">Finds out who asks; null: there are no users.</param>
/// <param name="hosts">The names under which actions may be reached beyond loopback.</param>
internal sealed class ActionGate(ChangeRules rules, BridgeCommands commands, Visitors? visitors, KnownHosts hosts)
{
    private static readonly ActionAnswer TooMany = ActionAnswer.Refuse(
        StatusCodes.Status503ServiceUnavailable,
        UaStatus.BadTooManyOperations,
        "Too many of these wait for an answer; nothing was done. Try again in a moment."
    );

    private readonly ActionTurns _turns = new();
    private readonly HeavyTurns _heavy = new();

    /// <summary>Answers a request for an action.</summary>
    public async Task ServeAsync(WebAction action, HttpContext context)
    {
        var visitor = visitors is null ? null : await visitors.FindAsync(context);
        var answer = await AnswerAsync(action, visitor, context);
        if (action.IsAudited && visitor is not null)
            commands.AuditAction(visitor.User.Name, WebLogin.RemoteOf(context), action.Name, answer.Sentence, answer.Outcome);
        context.Response.StatusCode = answer.Http;
        await answer.WriteAsync(context.Response);
    }

    private async Task<ActionAnswer> AnswerAsync(WebAction action, Visitor? visitor, HttpContext context)
    {
        if (FindRefusal(action, visitor, context) is { } refusal)
            return refusal;
        if (visitor?.Session is { } session && action.IsPost)
            visitors!.Sessions.Touch(session);
        if (!action.IsHeavy || visitor is null)
            return await ReadAndRunAsync(action, visitor, context);
        using var place = await _heavy.EnterAsync(visitor.User.Name, context.RequestAborted);
        return place is null ? ActionAnswer.Busy : await ReadAndRunAsync(action, visitor, context);
    }

    private async Task<ActionAnswer> ReadAndRunAsync(WebAction action, Visitor? visitor, HttpContext context)
    {
        ReadOnlyMemory<byte>? body;
        using (var limit = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted))
        {
            limit.CancelAfter(HeavyTurns.Patience);
            try
            {
                body = await ActionBody.ReadAsync(context.Request, action.MaxBody, limit.Token);
            }
            catch (OperationCanceledException) when (!context.RequestAborted.IsCancellationRequested)
            {
                return ActionAnswer.Refuse(
                    StatusCodes.Status408RequestTimeout,
                    UaStatus.BadTimeout,
                    $"The body did not come within {HeavyTurns.Patience.TotalSeconds:0} s."
                );
            }
        }
        if (body is null)
            return ActionAnswer.Refuse(
                StatusCodes.Status413PayloadTooLarge,
                UaStatus.BadRequestTooLarge,
                $"The body has more than {action.MaxBody} bytes."
            );
        var call = new ActionCall(context, visitor, body.Value);
        try
        {
            return await RunAsync(action, call) ?? (action.AtOnceOfUser > 0 ? TooMany : ActionAnswer.Busy);
        }
        catch (ActionBodyException e)
        {
            return ActionAnswer.Refuse(StatusCodes.Status400BadRequest, UaStatus.BadInvalidArgument, e.Message);
        }
    }

    private Task<ActionAnswer?> RunAsync(WebAction action, ActionCall call)
    {
        var aborted = call.Context.RequestAborted;
        return action.IsHeavy && call.Visitor is { } visitor
            ? _heavy.RunAsync(
                visitor.User.Name,
                call.Context.Connection.RemoteIpAddress ?? IPAddress.None,
                () => _turns.RunAsync(action, call, aborted),
                aborted
            )
            : _turns.RunAsync(action, call, aborted);
    }

    private ActionAnswer? FindRefusal(WebAction action, Visitor? visitor, HttpContext context)
    {
        var request = context.Request;
        if (HttpMethods.IsPost(request.Method) != action.IsPost)
        {
            context.Response.Headers.Allow = action.IsPost ? "POST" : "GET, HEAD";
            return Deny(StatusCodes.Status405MethodNotAllowed, $"This takes {context.Response.Headers.Allow} only.");
        }
        if (context.Features.Get<WebEndpoint>() is not { IsLoopback: true } && !hosts.Contains(request.Host.Host))
            return Deny(
                StatusCodes.Status421MisdirectedRequest,
                $"This bridge is not known as '{request.Host.Host}'; open it by a name in its certificate or in 'advertise' of the map, or by its IP address."
            );
        if (
            visitor is null
            && (
                action.Right > Right.Reader
                || (action.Right == Right.Reader && context.Features.Get<WebEndpoint>() is not { NeedsLogin: false })
            )
        )
            return Deny(StatusCodes.Status401Unauthorized, rules.WhyNoLogin ?? "Log in first.");
        if (action.IsPost && ForgeryCheck.Find(request, action.Name == "login" ? null : visitor) is { } forged)
            return Deny(StatusCodes.Status403Forbidden, forged);
        if (action.IsPost && !request.HasJsonContentType())
            return Deny(StatusCodes.Status415UnsupportedMediaType, "The body is JSON (Content-Type: application/json).");
        if (!action.IsPermitted(visitor?.Roles))
            return Deny(StatusCodes.Status403Forbidden, $"This needs the role {action.Right}.");
        var why = action.WritesMap ? rules.WhyNoMapChange : rules.WhyNoChange;
        return action.IsChange && why is not null ? Deny(StatusCodes.Status403Forbidden, why) : null;
    }

    private static ActionAnswer Deny(int http, string sentence) => ActionAnswer.Refuse(http, UaStatus.BadUserAccessDenied, sentence);
}
