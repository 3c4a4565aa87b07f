using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Actions;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Login;
using S7OpcBridge.Web.Maps;
using S7OpcBridge.Web.TagEdits;
using UaStatus = S7OpcBridge.OpcUa.StatusCodes;

namespace S7OpcBridge.Web.ImportPage;

/// <summary>What the page can do where no bridge runs: choosing tags, editing the map that comes of them, and saving it. Who has the key may do all.</summary>
/// <param name="session">What is chosen.</param>
internal sealed class ImportActions(ImportPageSession session)
{
    private const int MostRowsBody = 1 << 20;

    // Of those of the console, what asks for a running bridge is left out.
    private static readonly string[] Unfit = ["map/peek", "map/save", "map/restore", "map/versions", "map/version"];

    private static readonly Visitor Local = new(
        new PageUser(Environment.UserName, static () => [nameof(Right.ConfigureAdmin), nameof(Right.SecurityAdmin)]),
        [nameof(Right.ConfigureAdmin), nameof(Right.SecurityAdmin)],
        Session: null
    );

    private readonly Dictionary<string, WebAction> _byPath = List(session).ToDictionary(static action => action.Path);

    private static IReadOnlyList<WebAction> List(ImportPageSession session)
    {
        var texts = MapTexts.Lazily(session.Map, session.Time);
        WebAction[] console =
        [
            .. new MapActions(RunningMap.None, texts, () => session.Texts.Now().WhyNot).List(),
            .. new TagEditActions(RunningMap.None, session.Tags, texts).List(),
        ];
        var save = console.First(static action => action.Name == "map/save");
        WebAction[] all = [];
        all =
        [
            .. console.Where(static action => !Unfit.Contains(action.Name)),
            save with
            {
                RunAsync = (call, cancellationToken) => session.SaveAsync(save, call, cancellationToken),
            },
            new("session", "GET", Right.Everybody, 0, (_, _) => Task.FromResult(Permit(all))),
            new("import/overview", "GET", Right.ConfigureAdmin, 0, (_, _) => Give(session.Overview())),
            new("import/load", "GET", Right.ConfigureAdmin, 0, (call, cancellationToken) => LoadAsync(session, call, cancellationToken)),
            new(
                "import/rows",
                "POST",
                Right.ConfigureAdmin,
                MostRowsBody,
                (call, _) => Give(session.Rows(call.Read(ImportPageJson.Default.RowsRequest)))
            ),
            new(
                "import/change",
                "POST",
                Right.ConfigureAdmin,
                WebAction.SmallBody,
                (call, _) => Give(session.Change(call.Read(ImportPageJson.Default.ChangeRequest)))
            ),
            new("import/stop", "POST", Right.ConfigureAdmin, WebAction.SmallBody, (_, _) => Task.FromResult(session.Stop())),
        ];
        return all;
    }

    /// <summary>Answers a request. The program ends behind the answer that says so.</summary>
    public async Task ServeAsync(HttpContext context)
    {
        if (await PageFiles.TrySendAsync(context, isImport: true))
            return;
        if (!_byPath.TryGetValue(context.Request.Path.Value ?? "", out var action))
        {
            context.Response.StatusCode = StatusCodes.Status404NotFound;
            return;
        }
        context.Response.OnCompleted(() =>
        {
            session.CloseIfOver();
            return Task.CompletedTask;
        });
        var answer =
            HttpMethods.IsPost(context.Request.Method) != action.IsPost
                ? ActionAnswer.Refuse(StatusCodes.Status405MethodNotAllowed, UaStatus.BadNotSupported, "This is not possible here.")
                : await RunAsync(action, context);
        context.Response.StatusCode = answer.Http;
        await answer.WriteAsync(context.Response);
    }

    private static async Task<ActionAnswer> RunAsync(WebAction action, HttpContext context)
    {
        if (await ActionBody.ReadAsync(context.Request, action.MaxBody, context.RequestAborted) is not { } body)
            return ActionAnswer.Refuse(
                StatusCodes.Status413PayloadTooLarge,
                UaStatus.BadRequestTooLarge,
                $"The body has more than {action.MaxBody} bytes."
            );
        try
        {
            // Not on the thread that serves connections: a large map takes seconds.
            return await Task.Run(() => action.RunAsync(new ActionCall(context, Local, body), context.RequestAborted));
        }
        catch (Exception fault) when (fault is ActionBodyException or PageQueryException)
        {
            return ActionAnswer.Refuse(StatusCodes.Status400BadRequest, UaStatus.BadInvalidArgument, fault.Message);
        }
    }

    private static async Task<ActionAnswer> LoadAsync(ImportPageSession session, ActionCall call, CancellationToken cancellationToken)
    {
        var change = new PageQuery(call.Context.Request.Query).Number("change", 0, int.MaxValue, 0);
        return ActionAnswer.Give(await session.LoadAsync(change, cancellationToken), ImportPageJson.Default.LoadAnswer, "Planned.");
    }

    private static ActionAnswer Permit(IReadOnlyList<WebAction> all) =>
        ActionAnswer.Give(
            new SessionAnswer(
                User: null,
                Local.Roles,
                [.. all.Select(static action => action.Name)],
                Token: null,
                IdleSeconds: 0,
                WhyNoLogin: "Nobody logs in here: the address of the page is the key.",
                WhyNoChange: null,
                WhyNoMapChange: null
            ),
            ActionJson.Default.SessionAnswer,
            "Shown."
        );

    private static Task<ActionAnswer> Give<T>(T answer) =>
        Task.FromResult(
            ActionAnswer.Give(
                answer,
                (System.Text.Json.Serialization.Metadata.JsonTypeInfo<T>)ImportPageJson.Default.GetTypeInfo(typeof(T))!,
                "Shown."
            )
        );
}
