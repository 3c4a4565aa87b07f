using System.Collections.Frozen;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Management.Storing;

namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>
/// Push management (OPC 10000-12, 7.10): an administrator reads and replaces trust lists and the application certificate over an encrypted channel. Calls run
/// one at a time on the pool, because files and keys take time.
/// </summary>
internal sealed class ServerConfiguration : IServerMethods, IDisposable
{
    private readonly ServerContext _server;
    private readonly ConfigurationAudit _audit;
    private readonly ConfigurationTransaction _transaction = new();
    private readonly TrustListFile _trust;
    private readonly FrozenDictionary<uint, ConfigurationMethod> _methods;
    private readonly SemaphoreSlim _turn = new(1);

    public ServerConfiguration(ServerContext server, CertificateManagement stores, Namespace0 nodes, ConfigurationAudit audit)
    {
        (_server, _audit) = (server, audit);
        _trust = new TrustListFile(stores, server.Limits.Encoding, _transaction, server.Time);
        _methods = new ConfigurationMethods(_trust, new CertificateUpdate(server, stores, _transaction), _transaction, stores).ById();
        ConfigurationNodes.SetValues(nodes, stores, _trust, server.Options);
        foreach (var node in (IEnumerable<uint>)[.. _methods.Keys, ConfigurationIds.CertificateGroups])
        {
            nodes.SetPermissions(node, PermissionSet.OfSecurityAdmin);
            nodes.SetPermissionsBelow(node, PermissionSet.OfSecurityAdmin);
        }
    }

    /// <summary>Keys and certificates are never audited by value: <see cref="ConfigurationCalled"/> says in words what was done.</summary>
    public MethodAudit? AuditOf(NodeId method) => _methods.ContainsKey(MethodCall.NumberOf(method)) ? MethodAudit.NoValues : null;

    /// <summary>Runs a method for a SecurityAdmin on an encrypted channel.</summary>
    public async ValueTask<CallMethodResult> CallAsync(MethodCall call, CancellationToken cancellationToken)
    {
        var method = _methods[call.Number];
        if (Expected.Refuse(call.Arguments, method.Inputs) is { } refused)
            return refused;
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            return await Task.Run(() => Run(method, call.Caller, call.Arguments), CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Closes the file handles of a session that has ended, and discards its changes that were not applied.</summary>
    public async Task EndSessionAsync(NodeId session)
    {
        await _turn.WaitAsync().ConfigureAwait(false);
        _trust.EndSession(session);
        _transaction.EndSession(session);
        _turn.Release();
    }

    public void Dispose() => _turn.Dispose();

    private CallMethodResult Run(ConfigurationMethod method, UaCaller caller, Variant[] inputs)
    {
        try
        {
            var (outputs, note, changed) = method.Run(caller.SessionId, inputs);
            if (note is not null)
                _server.Report(new ConfigurationCalled(caller.Remote, $"{method.Name}: {note}.", caller, method.Name, StatusCodes.Good));
            if (changed.HasFlag(ConfigurationChange.TrustList))
                _audit.TrustListUpdated(caller, $"{method.Name}: {note}.");
            if (changed.HasFlag(ConfigurationChange.Certificate))
                _audit.CertificateUpdated(caller, $"{method.Name}: {note}.");
            return new CallMethodResult { OutputArguments = outputs, InputArgumentResults = new StatusCode[inputs.Length] };
        }
        catch (Exception e) when (StoreFaults.RefusalOf(e) is { } refused)
        {
            _server.Report(
                new ConfigurationCalled(caller.Remote, $"{method.Name} was refused: {refused.Message}", caller, method.Name, refused.Status)
            );
            return new CallMethodResult { StatusCode = refused.Status };
        }
    }
}
