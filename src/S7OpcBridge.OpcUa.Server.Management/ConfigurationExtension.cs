using S7OpcBridge.OpcUa.Server.Context;
using S7OpcBridge.OpcUa.Server.Events.Auditing;
using S7OpcBridge.OpcUa.Server.Extensions;
using S7OpcBridge.OpcUa.Server.InformationModel;
using S7OpcBridge.OpcUa.Server.Management.Configuration;
using S7OpcBridge.OpcUa.Server.Management.Users;

namespace S7OpcBridge.OpcUa.Server.Management;

/// <summary>Serves ServerConfiguration for an administrator who pushes certificates and trust lists (OPC 10000-12, 7.10).</summary>
/// <param name="stores">The stores behind it.</param>
/// <param name="users">The users behind its UserManagement object, for an administrator who changes them; null: that object is not served.</param>
public sealed class ConfigurationExtension(CertificateManagement stores, UserManagement? users = null) : NodeExtension
{
    /// <inheritdoc/>
    internal override IReadOnlyList<uint> Served { get; } = [ConfigurationIds.ServerConfiguration];

    /// <inheritdoc/>
    internal override IReadOnlyList<uint> NotServed { get; } =
    [.. ConfigurationIds.NotServed, .. users is null ? [UserManagementNodes.UserManagement] : (ReadOnlySpan<uint>)[]];

    /// <inheritdoc/>
    internal override ExtensionPart PartOf(ServerContext server, Namespace0 types, Audit audit) =>
        new ConfigurationPart(server, types, stores, users, new ConfigurationAudit(audit));
}
