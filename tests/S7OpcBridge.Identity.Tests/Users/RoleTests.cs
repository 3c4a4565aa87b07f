using S7OpcBridge.Map;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>The table of roles of docs/users.md.</summary>
public sealed class RoleTests
{
    private const NodePermissions See = NodePermissions.Browse | NodePermissions.Read | NodePermissions.ReadHistory;

    [TestCase("Observer", See)]
    [TestCase("Operator", See | NodePermissions.Write)]
    [TestCase("Engineer", NodePermissions.All)]
    [TestCase("Supervisor", See | NodePermissions.Call)]
    [TestCase("ConfigureAdmin", See)]
    [TestCase("SecurityAdmin", See | NodePermissions.ReadRolePermissions)]
    [ConformanceUnit("Security Role Server Authorization")]
    public void A_role_may_do_what_the_table_says(string role, NodePermissions permissions) =>
        Assert.That(Role.Defaults(AnonymousAccess.None).PermissionsOf(Roles("u", role)), Is.EqualTo(permissions));

    [Test]
    public void Roles_add_up() =>
        Assert.That(
            Role.Defaults(AnonymousAccess.None).PermissionsOf(Roles("u", "Operator", "Supervisor")),
            Is.EqualTo(NodePermissions.All)
        );

    [TestCase("None", NodePermissions.None)]
    [TestCase("Read", See)]
    [TestCase("Write", NodePermissions.All)]
    public void Without_a_user_the_map_decides_and_a_user_may_never_do_less(string anonymous, NodePermissions permissions)
    {
        var set = Role.Defaults(Enum.Parse<AnonymousAccess>(anonymous));
        Assert.That(set.PermissionsOf(Roles(null)), Is.EqualTo(permissions));
        Assert.That(set.PermissionsOf(Roles("u", "Observer")), Is.EqualTo(permissions | See));
    }

    [Test]
    public void A_name_that_is_no_role_adds_nothing() =>
        Assert.That(
            Roles("u", "255", "Anonymous, SecurityAdmin", "operator"),
            Is.EqualTo(WellKnownRoles.Anonymous | WellKnownRoles.AuthenticatedUser)
        );

    [Test]
    public void The_server_itself_is_open_to_whoever_has_a_session_and_nobody_can_write_to_it() =>
        Assert.That(
            PermissionSet.OfServer.PermissionsOf(Roles("u", "Observer")),
            Is.EqualTo(NodePermissions.Browse | NodePermissions.Read | NodePermissions.Call | NodePermissions.ReceiveEvents)
        );

    [Test]
    public void A_role_of_the_users_file_may_what_the_one_does_that_it_is_like_or_nothing()
    {
        var directory = new RoleDirectory();
        var set = Role.Defaults(AnonymousAccess.None, [new RoleEntry("Shift") { Like = "Operator" }, new RoleEntry("Guests")], directory);
        Assert.That(set.PermissionsOf(set.BitOf("Shift")), Is.EqualTo(See | NodePermissions.Write));
        Assert.That(set.PermissionsOf(set.BitOf("Guests")), Is.EqualTo(NodePermissions.None));
    }

    private static WellKnownRoles Roles(string? user, params string[] roles) =>
        new UaCaller(default, "s", user, roles, null, null, true).WellKnownRoles;
}
