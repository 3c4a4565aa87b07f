using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Identity.Users;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>Roles given over OPC UA stand in the users file, for this and all later runs.</summary>
public sealed class RoleMappingTests
{
    private static readonly string Path = System.IO.Path.Combine(Directory.CreateTempSubdirectory().FullName, "users.yaml");

    [SetUp]
    public void MakeTheFile()
    {
        var hash = new PasswordHash(PasswordHash.MinRounds, new byte[16], new byte[64]);
        UsersFile.Write(
            Path,
            new UsersDocument(
                [
                    new UserEntry("root", hash, ["SecurityAdmin", "Observer"]),
                    new UserEntry("mes", hash, ["Observer"])
                    {
                        Certificate = new UserCertificate("00112233445566778899AABBCCDDEEFF00112233", null, null),
                    },
                ],
                null
            )
        );
    }

    [OneTimeTearDown]
    public void RemoveTheFolder() => Directory.Delete(System.IO.Path.GetDirectoryName(Path)!, recursive: true);

    [TestCase(IdentityCriteriaType.UserName, "mes")]
    [TestCase(IdentityCriteriaType.Thumbprint, "00112233445566778899aabbccddeeff00112233")]
    public void A_role_is_given_and_taken_away(IdentityCriteriaType kind, string criteria)
    {
        var mappings = Mappings(out var users);
        mappings.Add(nameof(WellKnownRoles.Operator), Rule(criteria, kind));
        Assert.That(users.Current.Find("mes")!.Roles, Is.EqualTo(new[] { "Observer", "Operator" }));
        Assert.That(StatusOf(() => mappings.Add(nameof(WellKnownRoles.Operator), Rule(criteria, kind))), Is.EqualTo("BadAlreadyExists"));
        mappings.Remove(nameof(WellKnownRoles.Operator), Rule(criteria, kind));
        Assert.That(Mappings(out var later) is not null ? later.Current.Find("mes")!.Roles : [], Is.EqualTo(new[] { "Observer" }));
        Assert.That(StatusOf(() => mappings.Remove(nameof(WellKnownRoles.Operator), Rule(criteria, kind))), Is.EqualTo("BadNotFound"));
    }

    [Test]
    public void What_would_leave_a_user_without_a_role_or_the_bridge_without_an_administrator_is_refused()
    {
        var mappings = Mappings(out _);
        Assert.That(StatusOf(() => mappings.Remove(nameof(WellKnownRoles.Observer), Rule("mes"))), Is.EqualTo("BadRequestNotAllowed"));
        Assert.That(
            StatusOf(() => mappings.Remove(nameof(WellKnownRoles.SecurityAdmin), Rule("root"))),
            Is.EqualTo("BadRequestNotAllowed")
        );
        Assert.That(StatusOf(() => mappings.Add(nameof(WellKnownRoles.Anonymous), Rule("mes"))), Is.EqualTo("BadRequestNotAllowed"));
        Assert.That(StatusOf(() => mappings.Add(nameof(WellKnownRoles.Operator), Rule("nobody"))), Is.EqualTo("BadInvalidArgument"));
        Assert.That(
            StatusOf(() => mappings.Add(nameof(WellKnownRoles.Operator), Rule("x", IdentityCriteriaType.GroupId))),
            Is.EqualTo("BadNotSupported")
        );
        File.AppendAllText(Path, "- { name: broken }\n");
        Assert.That(
            StatusOf(() => mappings.Add(nameof(WellKnownRoles.Operator), Rule("mes"))),
            Is.EqualTo("BadInvalidState"),
            "a file with faults is not written over"
        );
    }

    [Test]
    public void A_role_of_its_own_is_kept_and_given_and_goes_with_those_who_had_it()
    {
        var mappings = Mappings(out var users);
        mappings.AddRole(new RoleConfiguration("Shift's") { NamespaceUri = "urn:x" });
        mappings.Add("Shift's", Rule("mes"));
        mappings.Restrict(
            new RoleConfiguration("Shift's")
            {
                NamespaceUri = "urn:x",
                Rules =
                [
                    new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.AuthenticatedUser },
                    new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.Application, Criteria = "urn:hmi" },
                    new IdentityMappingRuleType { CriteriaType = RoleConfiguration.TrustedApplication },
                ],
                Applications = ["urn:a", "urn:b's"],
                ApplicationsExclude = false,
                Endpoints = [new EndpointType { SecurityMode = MessageSecurityMode.SignAndEncrypt, SecurityPolicyUri = "http://p" }],
                EndpointsExclude = false,
            }
        );
        mappings.Restrict(new RoleConfiguration("Operator") { Applications = ["urn:bad"] });
        Mappings(out var later);
        var kept = later.Current.Roles[0];
        Assert.Multiple(() =>
        {
            Assert.That(later.Current.Find("mes")!.Roles, Is.EqualTo(new[] { "Observer", "Shift's" }));
            Assert.That(
                (kept.Name, kept.NamespaceUri, kept.ApplicationsExclude, kept.EndpointsExclude),
                Is.EqualTo(("Shift's", "urn:x", false, false))
            );
            Assert.That(kept.Applications, Is.EqualTo(new[] { "urn:a", "urn:b's" }));
            Assert.That(kept.GivenTo, Is.EqualTo(new[] { "AuthenticatedUser", "urn:hmi", "TrustedApplication" }));
            Assert.That(
                kept.Endpoints.Select(endpoint => (endpoint.Mode, endpoint.Policy)),
                Is.EqualTo(new[] { ("SignAndEncrypt", "http://p") })
            );
            Assert.That(later.Current.Roles[1].ApplicationsExclude, Is.True);
        });
        mappings.RemoveRole("Shift's");
        Assert.That(users.Current.Find("mes")!.Roles, Is.EqualTo(new[] { "Observer" }));
        Assert.That(users.Current.Roles.Select(role => role.Name), Is.EqualTo(new[] { "Operator" }));
    }

    [TestCase("observer")]
    [TestCase("Observer")]
    [TestCase("Anonymous")]
    [TestCase("Shift's")]
    [TestCase("a/b")]
    [TestCase(" a")]
    public void The_users_file_takes_the_names_that_the_server_takes(string name) =>
        Assert.That(
            (RoleEntry.IsName(name), RoleEntry.MaxName, RoleEntry.MaxOwn),
            Is.EqualTo((RoleConfiguration.IsName(name), RoleConfiguration.MaxName, RoleDirectory.MaxNames))
        );

    [Test]
    public void A_user_may_be_left_without_a_role_when_its_role_is_removed()
    {
        var hash = new PasswordHash(PasswordHash.MinRounds, new byte[16], new byte[64]);
        UsersFile.Write(Path, new UsersDocument([new UserEntry("mes", hash, ["Shift"])], [new RoleEntry("Shift") { Like = "Observer" }]));
        var mappings = Mappings(out var users);
        Assert.That(users.Current.Find("mes")!.Roles, Is.EqualTo(new[] { "Shift" }));
        mappings.RemoveRole("Shift");
        Assert.That(users.Current.Find("mes")!.Roles, Is.Empty);
        Assert.That(File.ReadAllText(Path), Does.Contain("roles: []"));
    }

    [Test]
    public void A_role_that_is_like_another_now_says_that_this_waits_for_a_restart()
    {
        using var log = new StoreFolder();
        var hash = new PasswordHash(PasswordHash.MinRounds, new byte[16], new byte[64]);
        UsersFile.Write(Path, new UsersDocument([new UserEntry("mes", hash, ["Line"])], [new RoleEntry("Line") { Like = "Observer" }]));
        Mappings(out var users);
        var logins = new Logins(
            new ServerSettings
            {
                UsersFile = Path,
                Users = [.. users.Current.All],
                Roles = users.Current.Roles,
            },
            new ManualClock(),
            log
        );
        UsersFile.Write(Path, new UsersDocument([new UserEntry("mes", hash, ["Line"])], [new RoleEntry("Line") { Like = "Supervisor" }]));
        logins.Roles.AddRole!(new RoleConfiguration("Other"));
        Assert.That(
            log.Log.Split('\n'),
            Has.Exactly(1)
                .EqualTo(
                    "Warning: The role 'Line' has permissions like Observer until the bridge starts again; the users file says Supervisor."
                )
        );
    }

    private static RoleMappings Mappings(out UserSource users)
    {
        var findings = new FindingList();
        var document = UsersReader.ReadDocument(Path, new SourceLocation(new SourceFile(Path), 1, 1), findings);
        Assert.That(findings.Sorted, Is.Empty);
        var settings = new ServerSettings
        {
            UsersFile = Path,
            Users = document.Users,
            Roles = document.Roles,
        };
        return new RoleMappings(users = new UserSource(settings, NullLogger.Instance));
    }

    private static IdentityMappingRuleType Rule(string criteria, IdentityCriteriaType kind = IdentityCriteriaType.UserName) =>
        new() { CriteriaType = kind, Criteria = criteria };

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
