using System.Net;
using System.Text;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.OpcUa.Server.Management;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>Users changed over OPC UA stand in the users file, for this and all later runs.</summary>
[CancelAfter(60_000)]
public sealed class UserAccountTests
{
    private static readonly IPEndPoint Remote = new(IPAddress.Parse("10.0.0.5"), 1);

    private MapText _folder = new();
    private Logins _logins = null!;

    private string Path => _folder.PathOf("users.yaml");

    [SetUp]
    public void MakeTheFile()
    {
        _folder = new MapText();
        UsersFile.Write(Path, new UsersDocument([new UserEntry("root", PasswordHash.Compute("root-password"), ["SecurityAdmin"])], null));
        var findings = new FindingList();
        var users = UsersReader.ReadDocument(Path, default, findings).Users;
        _logins = new Logins(new ServerSettings { UsersFile = Path, Users = users }, new ManualClock(), NullLogger.Instance);
    }

    [TearDown]
    public void RemoveTheFolder() => _folder.Dispose();

    [Test]
    public async Task A_user_that_is_added_logs_in_and_is_given_a_role_and_stays_for_later_runs(CancellationToken token)
    {
        _logins.Users!.Add(new ManagedUser("o'hara", UserConfiguration.NoDelete, "it's shift \"1\""), "right-password");
        Assert.That((await LoginAsync("o'hara", "right-password", token))!.Roles, Is.Empty);
        var rule = new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.UserName, Criteria = "o'hara" };
        _logins.Roles.AddIdentity("Operator", rule);
        Assert.That((await LoginAsync("o'hara", "right-password", token))!.Roles, Is.EqualTo(new[] { "Operator" }));
        var kept = Kept().Single(user => user.Name == "o'hara");
        Assert.That(
            (kept.Description, kept.NoDelete, kept.IsDisabled, kept.NoChangeByUser),
            Is.EqualTo(("it's shift \"1\"", true, false, false))
        );
        Assert.That(_logins.Users.List().Select(user => user.Name), Is.EqualTo(new[] { "root", "o'hara" }));
    }

    [Test]
    public async Task A_disabled_user_is_as_if_it_did_not_exist_and_its_sessions_end(CancellationToken token)
    {
        _logins.Users!.Add(new ManagedUser("anna", UserConfiguration.None, null), "right-password");
        var session = await LoginAsync("anna", "right-password", token);
        _logins.Users.Modify(new UserModification("anna", null, UserConfiguration.Disabled, null));
        Assert.That(_logins.Recheck(session!), Is.Null);
        Assert.That(await LoginAsync("anna", "right-password", token), Is.Null);
        _logins.Users.Modify(new UserModification("anna", "another-password", UserConfiguration.None, "back"));
        Assert.That(await LoginAsync("anna", "another-password", token), Is.Not.Null);
    }

    [Test]
    public async Task Who_changes_its_password_keeps_its_sessions_and_an_administrator_ends_them(CancellationToken token)
    {
        _logins.Users!.Add(new ManagedUser("anna", UserConfiguration.None, null), "right-password");
        var session = (await LoginAsync("anna", "right-password", token))!;
        await ChangeAsync("anna", "right-password", "another-password", token);
        Assert.That(await LoginAsync("anna", "right-password", token), Is.Null);
        Assert.That(await LoginAsync("anna", "another-password", token), Is.Not.Null);
        session = _logins.Recheck(session);
        Assert.That(session, Is.Not.Null);
        Assert.That(_logins.Recheck(session!), Is.Not.Null, "again");
        _logins.Users.Modify(new UserModification("anna", "right-password2", null, null));
        Assert.That(_logins.Recheck(session!), Is.Null);
    }

    [TestCase("wrong-password", "another-password", "BadIdentityTokenInvalid")]
    [TestCase("right-password", "right-password", "BadAlreadyExists")]
    [TestCase("right-password", "short", "BadOutOfRange")]
    public async Task A_password_that_cannot_be_changed_stays(string before, string after, string status, CancellationToken token)
    {
        _logins.Users!.Add(new ManagedUser("anna", UserConfiguration.None, null), "right-password");
        Assert.That(await StatusOf(ChangeAsync("anna", before, after, token)), Is.EqualTo(status));
        Assert.That(await LoginAsync("anna", "right-password", token), Is.Not.Null);
    }

    [Test]
    public async Task Guesses_of_an_old_password_wait_as_logins_do(CancellationToken token)
    {
        _logins.Users!.Add(new ManagedUser("anna", UserConfiguration.None, null), "right-password");
        for (var i = 0; i < 4; i++)
            Assert.That(
                await StatusOf(ChangeAsync("anna", $"guess {i}", "another-password", token)),
                Is.EqualTo("BadIdentityTokenInvalid")
            );
        Assert.That(await StatusOf(ChangeAsync("anna", "right-password", "another-password", token)), Is.EqualTo("BadUserAccessDenied"));
    }

    [Test]
    public async Task Rules_and_names_that_do_not_fit_have_the_status_of_the_standard(CancellationToken token)
    {
        var users = _logins.Users!;
        users.Add(new ManagedUser("anna", UserConfiguration.NoDelete | UserConfiguration.NoChangeByUser, null), "right-password");
        Assert.That(await StatusOf(ChangeAsync("anna", "right-password", "another-password", token)), Is.EqualTo("BadNotSupported"));
        Assert.That(StatusOf(() => users.Remove("anna")), Is.EqualTo("BadNotSupported"));
        Assert.That(StatusOf(() => users.Remove("nobody")), Is.EqualTo("BadNotFound"));
        Assert.That(StatusOf(() => users.Modify(new UserModification("nobody", null, null, ""))), Is.EqualTo("BadNotFound"));
        Assert.That(StatusOf(() => users.Add(new ManagedUser("anna", 0, null), "right-password")), Is.EqualTo("BadAlreadyExists"));
        Assert.That(StatusOf(() => users.Add(new ManagedUser("bert", 0, null), "short")), Is.EqualTo("BadOutOfRange"));
        Assert.That(StatusOf(() => users.Add(new ManagedUser(" bert", 0, null), "right-password")), Is.EqualTo("BadInvalidArgument"));
        Assert.That(
            StatusOf(() => users.Add(new ManagedUser("bert", 0, new string('x', 257)), "right-password")),
            Is.EqualTo("BadInvalidArgument")
        );
        Assert.That(Kept().Select(user => user.Name), Is.EqualTo(new[] { "root", "anna" }));
        users.Modify(new UserModification("anna", null, UserConfiguration.None, null));
        users.Remove("anna");
        Assert.That(Kept().Select(user => user.Name), Is.EqualTo(new[] { "root" }));
    }

    [Test]
    public void Users_that_are_listed_in_the_map_are_not_managed()
    {
        var settings = new ServerSettings { Users = [new UserEntry("mes", null, ["Operator"])] };
        Assert.That(new Logins(settings, new ManualClock(), NullLogger.Instance).Users, Is.Null);
    }

    private IReadOnlyList<UserEntry> Kept()
    {
        var findings = new FindingList();
        var users = UsersReader.ReadDocument(Path, default, findings).Users;
        Assert.That(findings.HasErrors, Is.False);
        return users;
    }

    private async Task<UaUser?> LoginAsync(string user, string password, CancellationToken token) =>
        await _logins.CheckAsync(user, Encoding.UTF8.GetBytes(password), Remote, token);

    private async Task ChangeAsync(string user, string before, string after, CancellationToken token) =>
        await _logins.Users!.ChangePassword(new UaCaller(default, "test", user, [], "urn:client", Remote, true), before, after, token);

    private static async Task<string> StatusOf(Task change)
    {
        try
        {
            await change;
            return "Good";
        }
        catch (UaException e)
        {
            return StatusCodes.NameOf(e.Status);
        }
    }

    private static string StatusOf(Func<string> change)
    {
        try
        {
            change();
            return "Good";
        }
        catch (UaException e)
        {
            return StatusCodes.NameOf(e.Status);
        }
    }
}
