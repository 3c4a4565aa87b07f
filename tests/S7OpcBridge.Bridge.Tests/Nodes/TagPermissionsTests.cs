using System.Text;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Tests;

/// <summary>Permissions go from the PLC to its folders to their tags, and equal ones are one object.</summary>
public sealed class TagPermissionsTests
{
    private const NodePermissions See = NodePermissions.Browse | NodePermissions.Read | NodePermissions.ReadHistory;
    private static readonly PermissionSet Usual = PermissionSet
        .None.With(WellKnownRoles.Operator, See | NodePermissions.Write)
        .With(WellKnownRoles.SecurityAdmin, See | NodePermissions.ReadRolePermissions);

    [TestCase("Line1", See)]
    [TestCase("Line1/Temps", See)]
    [TestCase("Line1/Motor", NodePermissions.None)]
    [TestCase("Line1/Motor/Speed", NodePermissions.None)]
    [TestCase("Line1/Motor/Speed/EURange", NodePermissions.None)]
    [TestCase("Line1/Motor/Drive/Fault", NodePermissions.None)]
    [TestCase("Line1/Motor/Setpoint", See | NodePermissions.Write)]
    [TestCase("Line1/_Status", See | NodePermissions.Call)]
    [TestCase("Line1/_Status/Release", See | NodePermissions.Call)]
    [TestCase("\"DB\".\"speed\"", See | NodePermissions.Write)]
    [TestCase("Line2/_Status/LastError", See | NodePermissions.Write)]
    public void A_rule_holds_for_what_it_names_and_for_all_below_that_says_nothing_else(string node, NodePermissions expected)
    {
        var space = Space(
            Rule("/", TagRights.Browse | TagRights.Read),
            Rule("Motor", TagRights.None),
            Rule("M*/Set*t", TagRights.Browse | TagRights.Read | TagRights.Write),
            Rule("_Status", TagRights.Browse | TagRights.Read | TagRights.Call)
        );
        Assert.That(Of(space, node, WellKnownRoles.Operator), Is.EqualTo(expected));
    }

    [Test]
    public void A_later_rule_wins_and_roles_that_it_does_not_name_keep_what_they_have()
    {
        var space = Space(Rule("Motor/*", TagRights.None), Rule("Motor/Speed", TagRights.Browse));
        Assert.That(Of(space, "Line1/Motor/Speed", WellKnownRoles.Operator), Is.EqualTo(NodePermissions.Browse));
        Assert.That(Of(space, "Line1/Motor/Setpoint", WellKnownRoles.Operator), Is.EqualTo(NodePermissions.None));
        Assert.That(Of(space, "Line1/Motor/Setpoint", WellKnownRoles.SecurityAdmin), Is.EqualTo(See | NodePermissions.ReadRolePermissions));
    }

    [Test]
    public void Who_reads_the_permissions_is_not_the_maps_business()
    {
        var space = Space(new TagRightsRule(new TagPathPattern("Temps"), [("SecurityAdmin", TagRights.None)]));
        Assert.That(Of(space, "Line1/Temps", WellKnownRoles.SecurityAdmin), Is.EqualTo(NodePermissions.ReadRolePermissions));
    }

    [Test]
    public void Rules_that_say_the_same_are_equal_so_that_a_reload_leaves_the_connection_alone()
    {
        var plc = Maps.Plant.Plcs[0] with { Rights = new TagRightsRules([Rule("Motor", TagRights.Read)]) };
        Assert.That(plc with { Rights = new TagRightsRules([Rule("Motor", TagRights.Read)]) }, Is.EqualTo(plc));
        Assert.That(plc with { Rights = new TagRightsRules([Rule("Motor", TagRights.Write)]) }, Is.Not.EqualTo(plc));
    }

    [Test]
    public void A_role_of_the_users_file_may_what_the_rules_say_and_nothing_else()
    {
        var directory = new RoleDirectory();
        var space = Space(Usual.Naming(directory), new TagRightsRule(new TagPathPattern("Temps"), [("Shift", TagRights.Browse)]));
        var shift = directory.BitOf("Shift");
        Assert.That(shift, Is.GreaterThan(WellKnownRoles.SecurityAdmin));
        Assert.That(
            (Of(space, "Line1/Temps", shift), Of(space, "Line1/Motor", shift)),
            Is.EqualTo((NodePermissions.Browse, NodePermissions.None))
        );
        Assert.That(Of(space, "Line1/Temps", WellKnownRoles.Operator), Is.EqualTo(See | NodePermissions.Write));
    }

    [Test]
    public void Tags_with_equal_permissions_share_one_set()
    {
        var space = Space(Rule("Motor/Speed", TagRights.Read), Rule("Motor/Drive/Fault", TagRights.Read));
        Assert.That(SetOf(space, "Line1/Motor/Speed"), Is.SameAs(SetOf(space, "Line1/Motor/Drive/Fault")));
        Assert.That(SetOf(space, "Line1/Temps"), Is.SameAs(Usual));
    }

    [Test]
    public void A_map_without_rules_keeps_nothing_per_tag() =>
        Assert.That(SetOf(new TagAddressSpace(Maps.Plant, "urn:test:tags", permissions: Usual), "Line1/Temps"), Is.Null);

    [Test]
    public void Only_ConfigureAdmin_has_the_map_read_again()
    {
        var open = new TagAddressSpace(Maps.Plant, "urn:test:tags", permissions: PermissionSet.ForEverybody(NodePermissions.All));
        foreach (var space in new[] { open, Space(), Space(Rule("/", TagRights.Call)) })
        {
            var set = SetOf(space, "_Status/Reload")!;
            foreach (var role in Enum.GetValues<WellKnownRoles>())
                Assert.That(
                    (set.PermissionsOf(role) & NodePermissions.Call) != 0,
                    Is.EqualTo(role == WellKnownRoles.ConfigureAdmin),
                    role.ToString()
                );
        }
        Assert.That(new TagAddressSpace(Maps.Plant, "urn:test:tags").PermissionsOf(0), Is.Null);
    }

    [Test]
    public void The_value_of_a_structure_allows_no_more_than_each_of_its_members()
    {
        PermissionSet whole = Usual.With(WellKnownRoles.Observer, See),
            part = Usual.With(WellKnownRoles.Observer, NodePermissions.Browse).With(WellKnownRoles.Operator, See);
        Assert.That(whole.Within(part).PermissionsOf(WellKnownRoles.Observer), Is.EqualTo(NodePermissions.Browse));
        Assert.That(whole.Within(part).PermissionsOf(WellKnownRoles.Operator), Is.EqualTo(See));
        Assert.That(whole.Within(whole).IsSameAs(whole));
    }

    [
        TestCase("/", "", true),
        TestCase("/", "Motor", false),
        TestCase("Motor", "Motor/Speed", false),
        TestCase("Motor/*", "Motor/Speed", true)
    ]
    [
        TestCase("*", "Motor", true),
        TestCase("*", "", false),
        TestCase("M*r", "Motor", true),
        TestCase("M*x", "Motor", false),
        TestCase("*o*o*", "Motor", true)
    ]
    [
        TestCase("*/Speed", "Motor/Speed", true),
        TestCase("*/Speed", "A/B/Speed", false),
        TestCase("a*ab", "aab", true),
        TestCase("motor", "Motor", false)
    ]
    public void A_star_stands_for_any_part_of_one_level(string pattern, string path, bool matches) =>
        Assert.That(new TagPathPattern(pattern).Matches(path), Is.EqualTo(matches));

    private static TagRightsRule Rule(string path, TagRights rights) => new(new TagPathPattern(path), [("Operator", rights)]);

    private static TagAddressSpace Space(params TagRightsRule[] rules) => Space(Usual, rules);

    private static TagAddressSpace Space(PermissionSet usual, params TagRightsRule[] rules) =>
        new(
            new TagMap
            {
                Plcs = Maps.Plant.Plcs.SetItem(0, Maps.Plant.Plcs[0] with { Rights = new TagRightsRules([.. rules]) }),
                ScanGroups = Maps.Plant.ScanGroups,
                Tags = Maps.Plant.Tags,
            },
            "urn:test:tags",
            permissions: usual
        );

    private static PermissionSet? SetOf(TagAddressSpace space, string node) =>
        space.PermissionsOf(space.Find(new NodeIdView(2, NodeIdKind.String, Encoding.UTF8.GetBytes(node))));

    private static NodePermissions Of(TagAddressSpace space, string node, WellKnownRoles role) =>
        (SetOf(space, node) ?? Usual).PermissionsOf(role);
}
