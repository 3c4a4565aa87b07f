using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Sessions;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>
/// Call (OPC 10000-4, 5.12.2): the methods of a request, one after the other. The server runs its own; the options' handler all others.
/// </summary>
internal sealed class CallService(
    ServerContext server,
    AddressSpace space,
    NodeAccess access,
    OperationAudit operations,
    IReadOnlyList<IServerMethods> methods
)
{
    private readonly ExtensionMethods[] _extensions = [.. methods.OfType<ExtensionMethods>()];

    public async ValueTask<CallResponse> CallAsync(
        Session session,
        UaCaller caller,
        CallRequest request,
        CancellationToken cancellationToken
    )
    {
        OperationLimit.Check(request.MethodsToCall.Length, server.Limits.MaxMethodsPerCall);
        var results = new CallMethodResult[request.MethodsToCall.Length];
        for (var i = 0; i < results.Length; i++)
        {
            var (call, entry) = (request.MethodsToCall[i], request.RequestHeader.AuditEntryId);
            if (await TryExtensionsAsync(caller, call, entry, cancellationToken).ConfigureAwait(false) is { } own)
            {
                results[i] = own;
                ReportIfDenied(session, caller, call, own.StatusCode);
                continue;
            }

            (results[i], var audit) = await CallAsync(session, caller, call, cancellationToken).ConfigureAwait(false);
            operations.Called(caller, entry, call, results[i], audit);
        }

        return new CallResponse { Results = results };
    }

    /// <summary>Runs a method that an extension finds itself, such as those of conditions, for a caller without a session.</summary>
    public async ValueTask<CallMethodResult> CallExtensionAsync(
        UaCaller caller,
        CallMethodRequest request,
        CancellationToken cancellationToken
    )
    {
        var result =
            await TryExtensionsAsync(caller, request, clientEntryId: null, cancellationToken).ConfigureAwait(false)
            ?? new CallMethodResult { StatusCode = StatusCodes.BadMethodInvalid };
        ReportIfDenied(session: null, caller, request, result.StatusCode);
        return result;
    }

    private async ValueTask<CallMethodResult?> TryExtensionsAsync(
        UaCaller caller,
        CallMethodRequest request,
        string? clientEntryId,
        CancellationToken cancellationToken
    )
    {
        foreach (var extension in _extensions)
        {
            if (
                await extension.TryCallAsync(space.Current, caller, request, clientEntryId, cancellationToken).ConfigureAwait(false) is
                { } result
            )
                return result;
        }

        return null;
    }

    private async ValueTask<(CallMethodResult Result, MethodAudit Audit)> CallAsync(
        Session session,
        UaCaller caller,
        CallMethodRequest request,
        CancellationToken cancellationToken
    )
    {
        var view = space.Current;
        var target = view.Find(request.ObjectId);
        if (!target.Exists)
            return (new CallMethodResult { StatusCode = StatusCodes.BadNodeIdUnknown }, MethodAudit.NoValues);
        var method = MethodLookup.Find(view, target, request.MethodId);
        if (!method.Exists)
            return (new CallMethodResult { StatusCode = StatusCodes.BadMethodInvalid }, MethodAudit.NoValues);
        var call = new MethodCall(caller, session.Subscriptions!, view, request.ObjectId, view.IdOf(method), request.InputArguments);
        var (own, audit) = Find(call.Method);
        if (access.ToCall(view, method, call.Caller) is { IsBad: true } denied)
        {
            ReportIfDenied(session, caller, request, denied);
            return (new CallMethodResult { StatusCode = denied }, audit);
        }

        try
        {
            if (own is not null)
                return (await own.CallAsync(call, cancellationToken).ConfigureAwait(false), audit);
            // The handler says by its answer whether the method is one of its own, whose arguments may be told.
            audit = MethodAudit.ForAll(call.Arguments.Length);
            return await CallHandlerAsync(call, cancellationToken).ConfigureAwait(false) is { } outputs
                ? (new CallMethodResult { OutputArguments = outputs }, audit)
                : (new CallMethodResult { StatusCode = StatusCodes.BadMethodInvalid }, MethodAudit.NoValues);
        }
        catch (UaException e)
        {
            return (new CallMethodResult { StatusCode = e.Status }, audit);
        }
    }

    private (IServerMethods? Own, MethodAudit Audit) Find(NodeId method)
    {
        foreach (var own in methods)
        {
            if (own.AuditOf(method) is { } audit)
                return (own, audit);
        }

        return default;
    }

    private ValueTask<Variant[]?> CallHandlerAsync(in MethodCall call, CancellationToken cancellationToken) =>
        server.Options.Call is { } handler ? handler(call.Caller, call.Target, call.Method, call.Arguments, cancellationToken) : default;

    private void ReportIfDenied(Session? session, UaCaller caller, CallMethodRequest request, StatusCode status)
    {
        if (status.Value is not (StatusCodes.BadUserAccessDenied or StatusCodes.BadSecurityModeInsufficient))
            return;
        session?.Counters.CountUnauthorized();
        server.Report(new AccessDenied(caller.Remote, $"{caller.User ?? "anonymous"} may not call {request.MethodId}.", caller));
    }
}
