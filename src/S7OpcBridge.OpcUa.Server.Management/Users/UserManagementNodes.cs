using S7OpcBridge.OpcUa.Server.InformationModel;

namespace S7OpcBridge.OpcUa.Server.Management.Users;

/// <summary>The UserManagement object (OPC 10000-18, 5.3): its values, and who may see what.</summary>
internal static class UserManagementNodes
{
    /// <summary>The object, and its methods.</summary>
    public const uint UserManagement = 24290,
        AddUser = 24304,
        ModifyUser = 24306,
        RemoveUser = 24308,
        ChangePassword = 24310;

    private const uint PasswordRestrictions = 24291,
        Users = 24301,
        PasswordLength = 24302,
        PasswordOptions = 24303;

    // PasswordOptionsMask: users can be disabled (1), protected from removal (2) and from changing their password (3), and have a description (4).
    private const uint Options = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4;

    /// <summary>Fills the object. Only SecurityAdmin sees the users and the methods that change them; whoever has a password may change it.</summary>
    public static void AttachTo(Namespace0 nodes, UserManagement users)
    {
        nodes.SetValue(
            PasswordLength,
            Variant.From(ExtensionObject.From(new Range { Low = users.PasswordLength.Least, High = users.PasswordLength.Most }))
        );
        nodes.SetValue(PasswordOptions, Variant.From(Options));
        nodes.SetValue(PasswordRestrictions, Variant.From(new LocalizedText(users.PasswordRestrictions, "en")));
        nodes.SetValue(Users, _ => Variant.FromArray(BuiltInType.ExtensionObject, users.List().Select(Shown).ToArray()));
        nodes.SetPermissions(Users, PermissionSet.OfSecurityAdmin);
        foreach (var method in (uint[])[AddUser, ModifyUser, RemoveUser])
        {
            nodes.SetPermissions(method, PermissionSet.OfSecurityAdmin);
            nodes.SetPermissionsBelow(method, PermissionSet.OfSecurityAdmin);
        }

        nodes.SetPermissions(ChangePassword, PermissionSet.OfServer.OnEncryptedChannels());
    }

    private static ExtensionObject Shown(ManagedUser user) =>
        ExtensionObject.From(
            new UserManagementDataType
            {
                UserName = user.Name,
                UserConfiguration = (uint)user.Configuration,
                Description = user.Description,
            }
        );
}
