using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Tests.Users;

/// <summary>The table of roles, as issue 7 and docs/security.md have it.</summary>
public sealed class RoleTests
{
    private const NodePermissions See = NodePermissions.Browse | NodePermissions.Read;
    private static readonly NodeHandle Tag = new(1, 0), ServerStatus = new(0, 0);

    [TestCase("Observer", See)]
    [TestCase("Operator", See | NodePermissions.Write)]
    [TestCase("Engineer", NodePermissions.All)]
    [TestCase("Supervisor", See | NodePermissions.Call)]
    [TestCase("ConfigureAdmin", See)]
    [TestCase("SecurityAdmin", See)]
    [ConformanceUnit("Security Role Server Authorization")]
    public void A_role_may_do_what_the_table_says(string role, NodePermissions permissions) =>
        Assert.That(new UserPermissions(AnonymousAccess.None).Of(Caller("u", new UserRoles(role)), Tag), Is.EqualTo(permissions));

    [Test]
    public void Roles_add_up() =>
        Assert.That(new UserPermissions(AnonymousAccess.None).Of(Caller("u", new UserRoles("Operator", "Supervisor")), Tag), Is.EqualTo(NodePermissions.All));

    [TestCase("None", NodePermissions.None)]
    [TestCase("Read", See)]
    [TestCase("Write", NodePermissions.All)]
    public void Without_a_user_the_map_decides_and_a_user_may_never_do_less(string anonymous, NodePermissions permissions)
    {
        var check = new UserPermissions(Enum.Parse<AnonymousAccess>(anonymous));
        Assert.That(check.Of(Caller(null, []), Tag), Is.EqualTo(permissions));
        Assert.That(check.Of(Caller("u", new UserRoles("Observer")), Tag), Is.EqualTo(permissions | See));
    }

    [Test]
    public void The_server_itself_is_open_to_whoever_has_a_session_and_nobody_can_write_to_it() =>
        Assert.That(new UserPermissions(AnonymousAccess.None).Of(Caller("u", new UserRoles("Observer")), ServerStatus), Is.EqualTo(See | NodePermissions.Call));

    private static UaCaller Caller(string? user, IReadOnlyList<string> roles) => new(default, "s", user, roles, null, null, true);
}
