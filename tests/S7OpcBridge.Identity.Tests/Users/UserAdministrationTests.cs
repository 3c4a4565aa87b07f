using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>Users and tokens that administrators change on the page stand in the users file and beside it.</summary>
[CancelAfter(60_000)]
public sealed class UserAdministrationTests
{
    private readonly ManualClock _clock = new();
    private MapText _folder = new();
    private Logins _logins = null!,
        _other = null!;

    private string Path => _folder.PathOf("users.yaml");

    private string Tokens => _folder.PathOf("users.tokens.json");

    [SetUp]
    public void MakeTheFile()
    {
        _folder = new MapText();
        UsersFile.Write(
            Path,
            new UsersDocument(
                [
                    new UserEntry("root", PasswordHash.Compute("root-password"), ["SecurityAdmin", "Operator"]),
                    new UserEntry("anna", PasswordHash.Compute("anna-password"), ["Operator", "SecurityAdmin"]),
                ],
                null
            )
        );
        _logins = _other = Open();
    }

    [TearDown]
    public async Task RemoveTheFolder()
    {
        await _logins.Tokens.Storing;
        await _other.Tokens.Storing;
        _folder.Dispose();
    }

    [Test]
    public void A_user_is_added_changed_and_removed_in_the_file()
    {
        _logins.Administration.Add(new UserChanges("mes", "right-password", Roles: ["Observer"], Description: "<b>MES</b>"));
        _logins.Administration.Change(new UserChanges("mes", Certificate: new string('a', 40), Roles: ["Operator"], Description: ""));
        var kept = Kept().Single(user => user.Name == "mes");
        Assert.That(kept.Password!.Verify("right-password"u8), "what is not given stays");
        Assert.That((kept.Certificate!.Thumbprint, kept.Description), Is.EqualTo((new string('A', 40), (string?)null)));
        Assert.That(kept.Roles, Is.EqualTo(new[] { "Operator" }));
        _logins.Administration.Remove("mes");
        Assert.That(Kept().Select(user => user.Name), Is.EqualTo(new[] { "root", "anna" }));
    }

    [Test]
    public void The_last_security_admin_stays()
    {
        var users = _logins.Administration;
        users.Change(new UserChanges("root", Roles: ["Operator"]));
        Refused(StatusCodes.BadRequestNotAllowed, () => users.Remove("anna"));
        Refused(StatusCodes.BadRequestNotAllowed, () => users.Change(new UserChanges("anna", Roles: ["Operator"])));
        Refused(StatusCodes.BadRequestNotAllowed, () => users.Change(new UserChanges("anna", IsDisabled: true)));
        Assert.That(Kept().Single(user => user.Name == "anna").Roles, Does.Contain("SecurityAdmin"));
        users.Change(new UserChanges("root", Roles: ["SecurityAdmin"]));
        users.Remove("anna");
        Refused(StatusCodes.BadRequestNotAllowed, () => users.Remove("root"));
    }

    [Test]
    public void What_no_user_may_be_is_refused()
    {
        var users = _logins.Administration;
        Refused(StatusCodes.BadAlreadyExists, () => users.Add(new UserChanges("root", "right-password", Roles: ["Observer"])));
        Refused(StatusCodes.BadInvalidArgument, () => users.Add(new UserChanges("x", "right-password", Roles: ["Nobody"])));
        Refused(StatusCodes.BadInvalidArgument, () => users.Add(new UserChanges("x", "right-password", Roles: [])));
        Refused(StatusCodes.BadInvalidArgument, () => users.Add(new UserChanges("x", "right-password")));
        Refused(StatusCodes.BadInvalidArgument, () => users.Add(new UserChanges("x", Roles: ["Observer"])));
        Refused(StatusCodes.BadInvalidArgument, () => users.Add(new UserChanges("x\n", "right-password", Roles: ["Observer"])));
        Refused(StatusCodes.BadInvalidArgument, () => users.Add(new UserChanges("x", Certificate: "12", Roles: ["Observer"])));
        var tooShort = Refused(StatusCodes.BadOutOfRange, () => users.Add(new UserChanges("x", "hunter2", Roles: ["Observer"])));
        Assert.That(tooShort.Message, Does.Contain("7 characters").And.Not.Contain("hunter2"));
        Refused(StatusCodes.BadNotFound, () => users.Remove("x"));
        Assert.That(Kept(), Has.Count.EqualTo(2));
    }

    [Test]
    public void A_token_stands_hashed_in_a_file_with_the_rights_of_the_users_file()
    {
        var text = _logins.Tokens.Add("report", "anna", ["Operator"], 30);
        Assert.That(text, Does.Match("^s7ob_[A-Za-z0-9_-]{43}$"));
        Assert.That(File.ReadAllText(Tokens), Does.Contain("report").And.Not.Contain(text).And.Not.Contain(text[5..]));
        if (!OperatingSystem.IsWindows())
            Assert.That(
                File.GetUnixFileMode(Tokens),
                Is.EqualTo(File.GetUnixFileMode(Path)).And.EqualTo(UnixFileMode.UserRead | UnixFileMode.UserWrite)
            );
        // Also in another process.
        _other = Open();
        Assert.That(_other.RolesOnPages(_other.Tokens.Find(text)!), Is.EqualTo(new[] { "Operator" }));
        foreach (var wrong in (string[])[text + "x", text[..^1], "", new string('s', 5000)])
            Assert.That(_other.Tokens.Find(wrong), Is.Null);
    }

    [Test]
    public void A_token_ends_with_its_time_its_owner_its_role_and_when_it_is_revoked()
    {
        var text = _logins.Tokens.Add("report", "anna", ["Operator", "SecurityAdmin"], 1);
        var token = _logins.Tokens.Find(text)!;
        _logins.Administration.Change(new UserChanges("anna", Roles: ["Observer", "SecurityAdmin"]));
        Assert.That(_logins.RolesOnPages(token), Is.EqualTo(new[] { "SecurityAdmin" }), "never more than its owner");
        _logins.Administration.Change(new UserChanges("anna", IsDisabled: true));
        Assert.That(_logins.RolesOnPages(token), Is.Null);
        _logins.Administration.Change(new UserChanges("anna", IsDisabled: false));
        Assert.That(_logins.RolesOnPages(token), Is.Not.Null);
        _logins.Administration.Remove("anna");
        _logins.Administration.Add(new UserChanges("anna", "another-person", Roles: ["Operator"]));
        Assert.That(_logins.RolesOnPages(token), Is.Null, "another anna does not get it");
        Assert.That(_logins.Tokens.List(), Is.Empty);

        var short_ = _logins.Tokens.Add("short", "root", ["Operator"], 1);
        Assert.That(_logins.Tokens.Find(short_), Is.Not.Null);
        _clock.Advance(TimeSpan.FromDays(1));
        Assert.That(_logins.Tokens.Find(short_), Is.Null);
        var revoked = _logins.Tokens.Add("revoked", "root", ["Operator"], 365);
        _logins.Tokens.Remove("revoked");
        Assert.That(_logins.Tokens.Find(revoked), Is.Null);
        Refused(StatusCodes.BadNotFound, () => _logins.Tokens.Remove("revoked"));
    }

    [Test]
    public void A_token_belongs_to_one_entry_of_the_file_and_one_password()
    {
        var text = _logins.Tokens.Add("report", "anna", ["Operator"], 30);
        var token = _logins.Tokens.Find(text)!;
        var before = File.ReadAllText(Path);
        Assert.That(File.ReadAllText(Tokens), Does.Not.Contain(Kept()[1].Password!.ToString()));

        // With a text editor: the user goes, and another of the same name and even the same password comes.
        var others = string.Join('\n', before.Split('\n').Where(line => !line.Contains("anna", StringComparison.Ordinal)));
        File.WriteAllText(Path, others);
        Assert.That(_logins.RolesOnPages(token), Is.Null);
        File.WriteAllText(Path, $"{others}- {{ name: anna, password: '{PasswordHash.Compute("anna-password")}', roles: [Operator] }}\n");
        Assert.That(_logins.RolesOnPages(token), Is.Null);
        File.WriteAllText(Path, $"{others}- {{ name: anna, certificate: {new string('A', 40)}, roles: [Operator] }}\n");
        Assert.That(_logins.RolesOnPages(token), Is.Null);
        Refused(StatusCodes.BadInvalidState, () => _logins.Tokens.Add("next", "anna", ["Operator"], 30));
        File.WriteAllText(Path, before);
        Assert.That(_logins.RolesOnPages(token), Is.Not.Null, "the entry is the old one again");

        _logins.Administration.Change(new UserChanges("anna", Roles: ["Observer", "Operator"], Description: "shift 1"));
        Assert.That(_logins.RolesOnPages(token), Is.Not.Null, "the same person with the same password");
        _logins.Administration.Change(new UserChanges("anna", "another-password"));
        Assert.That(_logins.RolesOnPages(token), Is.Null);
        Assert.That(TokensFile.Read(Tokens), Is.Empty);
    }

    [Test]
    public async Task A_user_who_changes_the_own_password_ends_the_own_tokens(CancellationToken cancellationToken)
    {
        var (own, other) = (_logins.Tokens.Add("own", "anna", ["Operator"], 30), _logins.Tokens.Add("other", "root", ["Operator"], 30));
        await _logins.ChangePasswordAsync("anna", null, "anna-password", "another-password", cancellationToken);
        Assert.That((_logins.Tokens.Find(own), _logins.Tokens.Find(other)?.Name), Is.EqualTo(((ScriptToken?)null, "other")));
    }

    [Test]
    public async Task The_last_use_is_told_and_stored()
    {
        var text = _logins.Tokens.Add("report", "root", ["Operator"], 30);
        Assert.That(_logins.Tokens.List().Single().LastUsed, Is.Null);
        _clock.Advance(TimeSpan.FromMinutes(5));
        _logins.Tokens.Find(text);
        Assert.That(_logins.Tokens.List().Single().LastUsed, Is.EqualTo(_clock.GetUtcNow()));
        await _logins.Tokens.Storing;
        Assert.That(
            TokensFile.Read(Tokens).Single().LastUsed,
            Is.EqualTo(_clock.GetUtcNow()),
            "for the command, which asks no running bridge"
        );
    }

    [TestCase("", 1, "Operator")]
    [TestCase("a", 0, "Operator")]
    [TestCase("a", 366, "Operator")]
    [TestCase("a", 1)]
    [TestCase("b", 1, "Operator")]
    public void What_no_token_may_be_is_refused(string name, int days, params string[] roles)
    {
        _logins.Tokens.Add("b", "root", ["Operator"], 1);
        Assert.Throws<UaException>(() => _logins.Tokens.Add(name, "root", roles, days));
        Assert.That(_logins.Tokens.List(), Has.Count.EqualTo(1));
    }

    [Test]
    public async Task A_file_that_others_can_change_or_that_is_damaged_admits_nobody()
    {
        var text = _logins.Tokens.Add("report", "root", ["Operator"], 30);
        var whole = File.ReadAllText(Tokens);
        foreach (
            var damaged in (string[])
                ["", "{", "null", "{}", """{"tokens":null}""", """{"tokens":[null]}""", """{"tokens":[{"name":"x"}]}""", whole[..^20]]
        )
        {
            File.WriteAllText(Tokens, damaged);
            Assert.That(_logins.Tokens.Find(text), Is.Null, damaged);
            Assert.Throws<UaException>(() => _logins.Tokens.Add("next", "root", ["Operator"], 1), damaged);
        }
        File.WriteAllText(Tokens, whole);
        Assert.That(_logins.Tokens.Find(text), Is.Not.Null);
        await _logins.Tokens.Storing;
        if (OperatingSystem.IsWindows())
            return;
        File.SetUnixFileMode(Tokens, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherWrite);
        File.WriteAllText(Tokens, whole + " ");
        Assert.That(_logins.Tokens.Find(text), Is.Null);
    }

    private Logins Open()
    {
        var users = UsersReader.ReadDocument(Path, default, new FindingList()).Users;
        return new Logins(new ServerSettings { UsersFile = Path, Users = users }, _clock, NullLogger.Instance);
    }

    private IReadOnlyList<UserEntry> Kept() => UsersReader.ReadDocument(Path, default, new FindingList()).Users;

    private static UaException Refused(uint status, Action change)
    {
        var refused = Assert.Throws<UaException>(change)!;
        Assert.That(StatusCodes.NameOf(refused.Status), Is.EqualTo(StatusCodes.NameOf(status)), refused.Message);
        return refused;
    }
}
