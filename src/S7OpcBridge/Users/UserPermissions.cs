using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>What callers may do, by their roles; see <see cref="Role"/> for the table.</summary>
internal sealed class UserPermissions(AnonymousAccess anonymous)
{
    /// <summary>Everybody who has a session may look at the server itself, and ask about the subscriptions of this very session.</summary>
    private const NodePermissions OfServer = NodePermissions.Browse | NodePermissions.Read | NodePermissions.Call;

    private readonly NodePermissions _everybody = anonymous switch
    {
        AnonymousAccess.Read => NodePermissions.Browse | NodePermissions.Read,
        AnonymousAccess.Write => NodePermissions.All,
        _ => NodePermissions.None,
    };

    /// <summary>See <see cref="NodePermissionCheck"/>.</summary>
    public NodePermissions Of(UaCaller caller, NodeHandle node)
    {
        var permissions = caller.Roles is UserRoles roles ? roles.Permissions | _everybody : _everybody;
        return node.Source == 0 ? permissions | OfServer : permissions;
    }
}
