using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Calls;
using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Management.Users;
using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>ServerConfiguration of one server.</summary>
internal sealed class ConfigurationPart : ExtensionPart
{
    private readonly ServerConfiguration _configuration;
    private readonly UserMethods? _users;

    public ConfigurationPart(
        ServerContext server,
        Namespace0 types,
        CertificateManagement stores,
        UserManagement? users,
        ConfigurationAudit audit
    )
    {
        _configuration = new ServerConfiguration(server, stores, types, audit);
        if (users is null)
            return;
        UserManagementNodes.AttachTo(types, users);
        _users = new UserMethods(server, users);
    }

    /// <inheritdoc/>
    public override IReadOnlyList<IServerMethods> MethodsOf(NodeAccess access, SubscriptionServices subscriptions) =>
        _users is null ? [_configuration] : [_configuration, _users];

    /// <inheritdoc/>
    public override void EndSession(NodeId session) => _ = _configuration.EndSessionAsync(session);
}
