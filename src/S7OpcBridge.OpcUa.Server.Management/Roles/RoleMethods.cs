using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Management.Storing;

namespace S7OpcBridge.OpcUa.Server.Management.Roles;

/// <summary>
/// The methods of RoleSet and of the role objects, and writes of their ApplicationsExclude and EndpointsExclude (OPC 10000-18, 4.2 and 4.4), for a
/// SecurityAdmin on an encrypted channel. One call at a time; a change is in effect before the answer.
/// </summary>
internal sealed class RoleMethods(ServerContext server, RoleManagement roles) : IServerMethods, IServerSwitches
{
    private const string Standard = "http://opcfoundation.org/UA/";

    private readonly SemaphoreSlim _turn = new(1);
    private readonly RoleSettings _settings = new(server.Options.RoleDirectory, roles);

    /// <inheritdoc/>
    public MethodAudit? AuditOf(NodeId method) =>
        RoleMethodIds.KindOf(method) switch
        {
            RoleMethod.None => null,
            var kind => MethodAudit.ForAll(InputsOf(kind)) with { ChangeType = AuditTypes.RoleMappingRuleChanged },
        };

    /// <inheritdoc/>
    public async ValueTask<CallMethodResult> CallAsync(MethodCall call, CancellationToken cancellationToken)
    {
        var method = RoleMethodIds.KindOf(call.Method);
        var expected = InputsOf(method);
        if (call.WrongCount(expected) is { } wrong)
            return wrong;
        Variant[] outputs = [];
        var status = await DoAsync(call.Caller, method.ToString(), () => Run(method, call, out outputs), cancellationToken)
            .ConfigureAwait(false);
        return status.IsBad
            ? new CallMethodResult { StatusCode = status }
            : new CallMethodResult { InputArgumentResults = new StatusCode[expected], OutputArguments = outputs };
    }

    /// <summary>True for ApplicationsExclude and EndpointsExclude of a role.</summary>
    public bool Has(NodeId node) => RoleMethodIds.ExcludeOf(node) is not null;

    /// <inheritdoc/>
    public async ValueTask<StatusCode> SetAsync(UaCaller caller, NodeId node, bool on, CancellationToken cancellationToken)
    {
        var (role, isOfApplications) = RoleMethodIds.ExcludeOf(node)!.Value;
        return await DoAsync(
                caller,
                isOfApplications ? "ApplicationsExclude" : "EndpointsExclude",
                () => _settings.Exclude(caller, role, isOfApplications, on),
                cancellationToken
            )
            .ConfigureAwait(false);
    }

    private async Task<StatusCode> DoAsync(UaCaller caller, string name, Func<string> change, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            return await StoredChange.RunAsync(name, () => ValueTask.FromResult(change()), Report).ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }

        void Report(string text, StatusCode status) => server.Report(new RoleMappingChanged(caller.Remote, text, caller, status));
    }

    private static int InputsOf(RoleMethod method) => method == RoleMethod.AddRole ? 2 : 1;

    private string Run(RoleMethod method, in MethodCall call, out Variant[] outputs)
    {
        outputs = [];
        var (caller, argument) = (call.Caller, call.Arguments[0]);
        switch (method)
        {
            case RoleMethod.AddRole:
                var added = _settings.Add(
                    argument,
                    call.Arguments[1],
                    [Standard, server.Options.ApplicationUri, .. server.Options.Namespaces],
                    out var note
                );
                outputs = [Variant.From(added)];
                return note;
            case RoleMethod.RemoveRole:
                return _settings.Remove(argument);
            case RoleMethod.AddIdentity or RoleMethod.RemoveIdentity:
                return _settings.Map(caller, RoleOf(call.Target), argument, method == RoleMethod.AddIdentity);
            case RoleMethod.AddApplication or RoleMethod.RemoveApplication:
                return _settings.Application(caller, RoleOf(call.Target), argument, method == RoleMethod.AddApplication);
            default:
                return _settings.Endpoint(caller, RoleOf(call.Target), argument, method == RoleMethod.AddEndpoint);
        }
    }

    private string RoleOf(NodeId node) =>
        _settings.Find(node) ?? throw new UaException(StatusCodes.BadMethodInvalid, "The object is no role.");
}
