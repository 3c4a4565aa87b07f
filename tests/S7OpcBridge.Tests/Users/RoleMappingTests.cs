using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Tests;

/// <summary>Roles given over OPC UA stand in the users file, for this and all later runs.</summary>
public sealed class RoleMappingTests
{
    private static readonly string Path = System.IO.Path.Combine(Directory.CreateTempSubdirectory().FullName, "users.yaml");

    [SetUp]
    public void MakeTheFile()
    {
        var hash = new PasswordHash(PasswordHash.MinRounds, new byte[16], new byte[64]);
        UsersFile.Write(Path, [new UserEntry("root", hash, ["SecurityAdmin", "Observer"]), new UserEntry("mes", hash, ["Observer"])
        {
            Certificate = new UserCertificate("00112233445566778899AABBCCDDEEFF00112233", null, null),
        }]);
    }

    [OneTimeTearDown]
    public void RemoveTheFolder() => Directory.Delete(System.IO.Path.GetDirectoryName(Path)!, recursive: true);

    [TestCase(IdentityCriteriaType.UserName, "mes")]
    [TestCase(IdentityCriteriaType.Thumbprint, "00112233445566778899aabbccddeeff00112233")]
    public void A_role_is_given_and_taken_away(IdentityCriteriaType kind, string criteria)
    {
        var mappings = Mappings(out var users);
        mappings.Add(WellKnownRoles.Operator, Rule(criteria, kind));
        Assert.That(users.Current.Find("mes")!.Roles, Is.EqualTo(new[] { "Observer", "Operator" }));
        Assert.That(StatusOf(() => mappings.Add(WellKnownRoles.Operator, Rule(criteria, kind))), Is.EqualTo("BadAlreadyExists"));
        mappings.Remove(WellKnownRoles.Operator, Rule(criteria, kind));
        Assert.That(Mappings(out var later) is not null ? later.Current.Find("mes")!.Roles : [], Is.EqualTo(new[] { "Observer" }));
        Assert.That(StatusOf(() => mappings.Remove(WellKnownRoles.Operator, Rule(criteria, kind))), Is.EqualTo("BadNotFound"));
    }

    [Test]
    public void What_would_leave_a_user_without_a_role_or_the_bridge_without_an_administrator_is_refused()
    {
        var mappings = Mappings(out _);
        Assert.That(StatusOf(() => mappings.Remove(WellKnownRoles.Observer, Rule("mes"))), Is.EqualTo("BadRequestNotAllowed"));
        Assert.That(StatusOf(() => mappings.Remove(WellKnownRoles.SecurityAdmin, Rule("root"))), Is.EqualTo("BadRequestNotAllowed"));
        Assert.That(StatusOf(() => mappings.Add(WellKnownRoles.Anonymous, Rule("mes"))), Is.EqualTo("BadRequestNotAllowed"));
        Assert.That(StatusOf(() => mappings.Add(WellKnownRoles.Operator, Rule("nobody"))), Is.EqualTo("BadInvalidArgument"));
        Assert.That(StatusOf(() => mappings.Add(WellKnownRoles.Operator, Rule("x", IdentityCriteriaType.GroupId))), Is.EqualTo("BadNotSupported"));
        File.AppendAllText(Path, "- { name: broken }\n");
        Assert.That(StatusOf(() => mappings.Add(WellKnownRoles.Operator, Rule("mes"))), Is.EqualTo("BadInvalidState"), "a file with faults is not written over");
    }

    private static RoleMappings Mappings(out UserSource users)
    {
        var findings = new FindingList();
        var settings = new ServerSettings { UsersFile = Path, Users = UsersReader.ReadFile(Path, new SourceSpot(new SourceFile(Path), 1, 1), findings) };
        return new RoleMappings(users = new UserSource(settings, NullLogger.Instance));
    }

    private static IdentityMappingRuleType Rule(string criteria, IdentityCriteriaType kind = IdentityCriteriaType.UserName) => new() { CriteriaType = kind, Criteria = criteria };

    private static string StatusOf(Action call)
    {
        try
        {
            call();
            return "Good";
        }
        catch (UaException e)
        {
            return StatusCodes.NameOf(e.Status);
        }
    }
}
