using System.Net;
using System.Text;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Identity.Users;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

[CancelAfter(60_000)]
public sealed class LoginsTests
{
    private static readonly IPEndPoint Remote = new(IPAddress.Loopback, 1);
    private static readonly UserEntry Mes = new("mes", PasswordHash.Compute("right-password"), ["Operator"]);
    private readonly ManualClock _clock = new();

    [Test]
    public async Task The_right_password_brings_the_roles_and_nothing_else_does(CancellationToken token)
    {
        var logins = new Logins(new ServerSettings { Users = [Mes] }, _clock, NullLogger.Instance);
        var user = await CheckAsync(logins, "mes", "right-password", token);
        Assert.That((user!.Name, string.Join(' ', user.Roles)), Is.EqualTo(("mes", "Operator")));
        Assert.That(await CheckAsync(logins, "mes", "wrong", token), Is.Null);
        Assert.That(await CheckAsync(logins, "mes", "", token), Is.Null);
        Assert.That(await CheckAsync(logins, "MES", "right-password", token), Is.Null);
    }

    [Test]
    public async Task After_four_wrong_passwords_even_the_right_one_must_wait(CancellationToken token)
    {
        var logins = new Logins(new ServerSettings { Users = [Mes] }, _clock, NullLogger.Instance);
        for (var i = 0; i < 4; i++)
            await CheckAsync(logins, "mes", "guess", token);
        Assert.That(
            () => CheckAsync(logins, "mes", "right-password", token),
            Throws.TypeOf<UaException>().With.Property("Status").EqualTo((StatusCode)StatusCodes.BadUserAccessDenied)
        );
        _clock.Advance(LoginThrottle.FirstWait);
        Assert.That(await CheckAsync(logins, "mes", "right-password", token), Is.Not.Null);
    }

    [Test]
    public async Task A_changed_file_counts_at_the_next_login_and_a_faulty_one_changes_nothing(CancellationToken token)
    {
        using var folder = new MapText();
        var path = folder.PathOf("users.yaml");
        UsersFile.Write(path, new UsersDocument([Mes], null));
        var logins = new Logins(new ServerSettings { Users = [Mes], UsersFile = path }, _clock, NullLogger.Instance);

        UsersFile.Write(
            path,
            new UsersDocument([Mes, new UserEntry("o'hara", PasswordHash.Compute("another-one"), ["Observer", "Engineer"])], null)
        );
        Assert.That((await CheckAsync(logins, "o'hara", "another-one", token))!.Roles, Is.EqualTo(new[] { "Observer", "Engineer" }));

        await File.WriteAllTextAsync(path, "- { name: mes, password: plain }", token);
        Assert.That(await CheckAsync(logins, "o'hara", "another-one", token), Is.Not.Null);

        UsersFile.Write(path, new UsersDocument([Mes], null));
        Assert.That(await CheckAsync(logins, "o'hara", "another-one", token), Is.Null);
    }

    [Test, Platform(Exclude = "Win")]
    public async Task A_file_behind_a_link_counts_when_it_changes_or_the_link_leads_elsewhere(CancellationToken token)
    {
        using var folder = new MapText();
        Directory.CreateDirectory(folder.PathOf("one"));
        Directory.CreateDirectory(folder.PathOf("two"));
        var other = new UserEntry("o'hara", PasswordHash.Compute("another-one"), ["Observer"]);
        UsersFile.Write(folder.PathOf("one/users.yaml"), new UsersDocument([Mes], null));
        UsersFile.Write(folder.PathOf("two/users.yaml"), new UsersDocument([other], null));
        Directory.CreateSymbolicLink(folder.PathOf("data"), "one");
        File.CreateSymbolicLink(folder.PathOf("users.yaml"), Path.Combine("data", "users.yaml"));
        var logins = new Logins(new ServerSettings { Users = [Mes], UsersFile = folder.PathOf("users.yaml") }, _clock, NullLogger.Instance);

        UsersFile.Write(folder.PathOf("one/users.yaml"), new UsersDocument([Mes, other], null));
        Assert.That(await CheckAsync(logins, "o'hara", "another-one", token), Is.Not.Null);

        Directory.Delete(folder.PathOf("data"));
        Directory.CreateSymbolicLink(folder.PathOf("data"), "two");
        Assert.That(await CheckAsync(logins, "mes", "right-password", token), Is.Null);
    }

    [Test]
    public async Task A_role_that_is_changed_over_OPC_UA_holds_before_the_call_is_answered(CancellationToken token)
    {
        using var folder = new MapText();
        var path = folder.PathOf("users.yaml");
        UsersFile.Write(path, new UsersDocument([Mes], null));
        var logins = new Logins(new ServerSettings { Users = [Mes], UsersFile = path }, _clock, NullLogger.Instance);
        using var over = CancellationTokenSource.CreateLinkedTokenSource(token);
        Func<UaUser, UaUser?>? asked = null;
        var watching = logins.WatchAsync(check => asked = check, over.Token);
        var mes = (await CheckAsync(logins, "mes", "right-password", token))!;

        logins.Roles.AddRole(new RoleConfiguration("Shift"));
        Assert.That(logins.RoleDirectory.Current.Single().Name, Is.EqualTo("Shift"));
        logins.Roles.AddIdentity("Shift", new IdentityMappingRuleType { CriteriaType = IdentityCriteriaType.UserName, Criteria = "mes" });
        Assert.That(asked!(mes)!.Roles, Is.EqualTo(new[] { "Operator", "Shift" }));
        Assert.That(logins.IdentitiesOf("Shift").Single().Criteria, Is.EqualTo("mes"));
        Assert.That(UsersLocation.In(path, new FindingList())!.File, Is.EqualTo(path), "the commands know the file with roles");
        asked = null;
        logins.Roles.RemoveRole("Shift");
        Assert.That(logins.RoleDirectory.Current, Is.Empty);
        Assert.That(asked!(mes)!.Roles, Is.EqualTo(new[] { "Operator" }));
        await over.CancelAsync();
        await watching;
    }

    private static async Task<UaUser?> CheckAsync(Logins logins, string user, string password, CancellationToken token) =>
        await logins.CheckAsync(user, Encoding.UTF8.GetBytes(password), Remote, token);
}
