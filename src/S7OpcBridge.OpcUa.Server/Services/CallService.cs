using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Aliases;
using S7OpcBridge.OpcUa.Server.Conditions.Calls;
using S7OpcBridge.OpcUa.Server.Configuration;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Roles;
using S7OpcBridge.OpcUa.Server.Sessions;

namespace S7OpcBridge.OpcUa.Server.Services;

/// <summary>
/// Call (OPC 10000-4, 5.12.2): methods of the subscription services and of ServerConfiguration here, all others through the options' handler, one after the
/// other.
/// </summary>
internal sealed class CallService(
    ServerContext server, AddressSpace space, NodeAccess access, SubscriptionMethods subscriptions, ServerConfiguration? configuration, RoleMethods? roles,
    ConditionMethods? conditions)
{
    private readonly AliasMethods? _aliases = server.Options.Aliases is { } search ? new AliasMethods(search, access) : null;

    public async ValueTask<CallResponse> CallAsync(Session session, CallRequest request, CancellationToken cancellationToken)
    {
        OperationLimit.Check(request.MethodsToCall.Length, server.Limits.MaxMethodsPerCall);
        var results = new CallMethodResult[request.MethodsToCall.Length];
        for (var i = 0; i < results.Length; i++)
        {
            var (call, entry) = (request.MethodsToCall[i], request.RequestHeader.AuditEntryId);
            if (conditions?.ActionOf(call) is { } action)
            {
                results[i] = await conditions.CallAsync(space.Current, session.Caller!, action, call, cancellationToken).ConfigureAwait(false);
                ReportIfDenied(session, call, results[i].StatusCode);
                ConditionAudit.Called(server.Audit.Operations, session.Caller!, entry, action, call, results[i]);
                continue;
            }

            results[i] = await CallAsync(session, call, cancellationToken).ConfigureAwait(false);
            server.Audit.Operations.Called(session.Caller!, entry, call, results[i]);
        }

        return new CallResponse { Results = results };
    }

    private async ValueTask<CallMethodResult> CallAsync(Session session, CallMethodRequest request, CancellationToken cancellationToken)
    {
        if (Check(space.Current, session.Caller!, request) is { IsBad: true } wrong)
        {
            ReportIfDenied(session, request, wrong);
            return new CallMethodResult { StatusCode = wrong };
        }

        try
        {
            if (subscriptions.TryCall(session.Subscriptions!, request) is { } known)
                return known;
            if (conditions?.TryRefresh(session.Subscriptions!, request) is { } refreshed)
                return refreshed;
            if (
                configuration is not null
                && await configuration.TryCallAsync(session.Caller!, request, cancellationToken).ConfigureAwait(false) is { } configured
            )
                return configured;
            if (roles is not null && await roles.TryCallAsync(session.Caller!, request, cancellationToken).ConfigureAwait(false) is { } changed)
                return changed;
            if (_aliases?.TryCall(space.Current, session.Caller!, request) is { } aliases)
                return aliases;
            var outputs = server.Options.Call is { } call
                ? await call(session.Caller!, request.ObjectId, request.MethodId, request.InputArguments, cancellationToken).ConfigureAwait(false)
                : null;
            return outputs is null ? new CallMethodResult { StatusCode = StatusCodes.BadMethodInvalid } : new CallMethodResult { OutputArguments = outputs };
        }
        catch (UaException e)
        {
            return new CallMethodResult { StatusCode = e.Status };
        }
    }

    private void ReportIfDenied(Session session, CallMethodRequest request, StatusCode status)
    {
        if (status.Value is not (StatusCodes.BadUserAccessDenied or StatusCodes.BadSecurityModeInsufficient))
            return;
        session.Counters.CountUnauthorized();
        server.Report(new AccessDenied(session.Caller!.Remote, $"{session.Caller.User ?? "anonymous"} may not call {request.MethodId}.", session.Caller));
    }

    private StatusCode Check(AddressSpaceView view, UaCaller caller, CallMethodRequest request)
    {
        var target = view.Find(request.ObjectId);
        if (!target.Exists)
            return StatusCodes.BadNodeIdUnknown;
        var method = view.Find(request.MethodId);
        if (!method.Exists || view.ClassOf(method) != NodeClass.Method || !Owns(view, target, method))
            return StatusCodes.BadMethodInvalid;
        return access.ToCall(view, method, caller);
    }

    /// <summary>A method belongs to an object that has it as a component, or whose type has it.</summary>
    private static bool Owns(AddressSpaceView view, NodeHandle target, NodeHandle method)
    {
        if (HasComponent(view, target, method))
            return true;
        var type = view.TypeDefinitionOf(target);
        return type != 0 && view.Find(new NodeIdView(0, type)) is { Exists: true } found && HasComponent(view, found, method);
    }

    private static bool HasComponent(AddressSpaceView view, NodeHandle target, NodeHandle method)
    {
        var components = view.ReferenceTypes.SetOf(Ids.HasComponent, includeSubtypes: true);
        foreach (var reference in view.ReferencesOf(target))
        {
            if (reference.IsForward && reference.Target == method && view.ReferenceTypes.IsIn(reference.Type, components))
                return true;
        }

        return false;
    }
}
