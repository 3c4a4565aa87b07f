using System.Net;
using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Identity.Users;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests;

/// <summary>Users who show a certificate: it must be trusted, and the users file must say whose it is.</summary>
[CancelAfter(60_000)]
public sealed class UserCertificateTests
{
    private static readonly IPEndPoint Remote = new(IPAddress.Loopback, 1);
    private static readonly DateTimeOffset Now = new ManualClock().GetUtcNow();
    private static readonly UaTestAuthority Plant = UaTestAuthority.Root("Plant CA", Now),
        Other = UaTestAuthority.Root("Other CA", Now);
    private static readonly X509Certificate2 Anna = Plant.Issue("Anna", Now),
        Stranger = UaTestAuthority.SelfSigned("Anna", Now);
    private string _folder = "";

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory("s7opcbridge-").FullName;

    [OneTimeTearDown]
    public void ForgetCertificates()
    {
        Anna.Dispose();
        Stranger.Dispose();
    }

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [TestCase("CN=Anna", null, true), TestCase("CN=Anna", "CN=Plant CA", true), TestCase(null, "CN=Plant CA", true)]
    [
        TestCase("CN=anna", null, false),
        TestCase("CN=Anna", "CN=Other CA", false),
        TestCase("CN=Ann", null, false),
        TestCase("O=Anna", null, false),
        TestCase("CN=Anna, O=Plant", null, false)
    ]
    public void Names_fit_whole_and_exactly(string? subject, string? issuer, bool fits) =>
        Assert.That(new UserCertificate(null, subject, issuer).Fits(Anna), Is.EqualTo(fits));

    [Test]
    public void The_entry_that_names_a_certificate_most_closely_counts()
    {
        UserEntry[] users =
        [
            Entry("all of the CA", null, null, "CN=Plant CA"),
            Entry("Anna", null, "CN=Anna", null),
            Entry("Anna of the CA", null, "CN=Anna", "CN=Plant CA"),
            Entry("this one", Anna.Thumbprint.ToLowerInvariant(), null, null),
        ];
        for (var count = users.Length; count > 0; count--)
            Assert.That(new UserList(users[..count]).Find(Anna)!.Name, Is.EqualTo(users[count - 1].Name));
        Assert.That(new UserList(users[..1]).Find(Stranger), Is.Null);
    }

    [Test]
    public async Task A_trusted_certificate_with_an_entry_is_a_user_with_its_roles(CancellationToken token)
    {
        var logins = Logins(Entry("anna", Anna.Thumbprint, null, null));
        Trust(Plant);
        var user = await logins.CheckCertificateAsync([Anna], Remote, token);
        Assert.That((user!.Name, user.Roles), Is.EqualTo(("anna", (IReadOnlyList<string>)["Engineer"])));
        Assert.That(
            await Logins(Entry("bert", Stranger.Thumbprint, null, null)).CheckCertificateAsync([Anna], Remote, token),
            Is.Null,
            "trusted, and nobody's"
        );
    }

    [Test]
    public async Task An_entry_for_all_of_a_CA_tells_who_it_is(CancellationToken token)
    {
        var logins = Logins(Entry("shift", null, null, "CN=Plant CA"));
        Trust(Plant);
        Assert.That((await logins.CheckCertificateAsync([Anna], Remote, token))!.Name, Is.EqualTo("shift: Anna"));
    }

    [Test]
    public void What_is_not_trusted_is_rejected_and_kept_with_the_commands_that_help()
    {
        var logins = Logins(Entry("anna", Stranger.Thumbprint, null, null));
        var refusal = Assert.Throws<UaException>(() =>
            logins.CheckCertificateAsync([Stranger], Remote, default).AsTask().GetAwaiter().GetResult()
        );
        Assert.That(StatusCodes.NameOf(refusal.Status), Is.EqualTo("BadIdentityTokenRejected"));
        Assert.That(refusal.Message, Does.Contain($"s7opcbridge certs trust {Stranger.Thumbprint} --users"));
        Assert.That(Directory.GetFiles(Path.Combine(_folder, "users", "rejected", "certs")), Has.Length.EqualTo(1));
        Assert.That(Directory.Exists(Path.Combine(_folder, "users", "own")), Is.False);
    }

    [
        TestCase("old", "BadIdentityTokenRejected"),
        TestCase("usage", "BadIdentityTokenInvalid"),
        TestCase("revoked", "BadIdentityTokenRejected"),
        TestCase("no list", "BadIdentityTokenRejected")
    ]
    public void Each_fault_of_a_certificate_has_its_status(string fault, string status)
    {
        var certificate = Plant.Issue(
            "Bad",
            Now,
            wish =>
                fault switch
                {
                    "old" => wish with { Until = Now.AddDays(-1) },
                    "usage" => wish with { Usage = X509KeyUsageFlags.CrlSign },
                    _ => wish,
                }
        );
        Trust(Plant, fault == "revoked" ? certificate : null, withList: fault != "no list");
        var logins = Logins(Entry("bad", certificate.Thumbprint, null, null));
        Assert.That(
            () => logins.CheckCertificateAsync([certificate], Remote, default).AsTask(),
            Throws.TypeOf<UaException>().With.Property("Status").EqualTo(StatusOf(status))
        );
    }

    [Test]
    public async Task Who_is_untrusted_or_struck_out_is_not_admitted_again(CancellationToken token)
    {
        var path = Path.Combine(_folder, "users.yaml");
        var anna = Entry("anna", Anna.Thumbprint, null, null);
        UsersFile.Write(path, new UsersDocument([anna], null));
        var logins = new Logins(
            new ServerSettings
            {
                Certificates = _folder,
                UsersFile = path,
                Users = [anna],
            },
            new ManualClock(),
            NullLogger.Instance
        );
        Trust(Plant);
        var user = (await logins.CheckCertificateAsync([Anna], Remote, token))!;
        Assert.That(logins.Recheck(user)!.Roles, Is.EqualTo((string[])["Engineer"]));
        UsersFile.Write(path, new UsersDocument([anna with { Roles = ["Observer"] }], null));
        Assert.That(logins.Recheck(user)!.Roles, Is.EqualTo((string[])["Observer"]));
        foreach (var file in Directory.GetFiles(Path.Combine(_folder, "users", "trusted", "certs")))
            File.Delete(file);
        Assert.That(logins.Recheck(user), Is.Null);
    }

    [Test]
    public async Task Another_password_or_none_ends_what_the_old_one_opened(CancellationToken token)
    {
        var path = Path.Combine(_folder, "users.yaml");
        var mes = new UserEntry("mes", PasswordHash.Compute("right-password"), ["Operator"]);
        UsersFile.Write(path, new UsersDocument([mes], null));
        var clock = new ManualClock();
        var logins = new Logins(new ServerSettings { UsersFile = path, Users = [mes] }, clock, NullLogger.Instance);
        var user = (await logins.CheckAsync("mes", "right-password"u8.ToArray(), Remote, token))!;
        Assert.That(logins.Recheck(user), Is.Not.Null);

        var rechecks = new TaskCompletionSource<UaUser?>(TaskCreationOptions.RunContinuationsAsynchronously);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(token);
        var watching = logins.WatchAsync(check => rechecks.TrySetResult(check(user)), stop.Token);
        UsersFile.Write(path, new UsersDocument([mes with { Password = PasswordHash.Compute("other-password") }], null));
        while (!rechecks.Task.IsCompleted)
        {
            clock.Advance(TimeSpan.FromSeconds(2));
            await Task.Yield();
        }
        Assert.That(await rechecks.Task, Is.Null);
        await stop.CancelAsync();
        await watching;
    }

    [Test]
    public void The_role_objects_are_told_who_has_a_role()
    {
        var logins = Logins(
            Entry("anna", Anna.Thumbprint, null, null),
            new UserEntry("mes", PasswordHash.Compute("right-password"), ["Engineer", "Operator"]),
            Entry("carl", null, "CN=Carl", null)
        );
        Assert.That(
            logins.IdentitiesOf(nameof(WellKnownRoles.Engineer)).Select(rule => $"{(int)rule.CriteriaType} {rule.Criteria}"),
            Is.EqualTo((string[])[$"2 {Anna.Thumbprint}", "1 mes", "8 CN=Carl"])
        );
        Assert.That(
            logins.IdentitiesOf(nameof(WellKnownRoles.Anonymous)).Single().CriteriaType,
            Is.EqualTo(IdentityCriteriaType.Anonymous)
        );
        Assert.That(logins.IdentitiesOf(nameof(WellKnownRoles.Supervisor)), Is.Empty);
    }

    [TestCase("certificate: 1234", "'1234' is not a thumbprint")]
    [TestCase("certificate: {}", "names neither 'subject' nor 'issuer'")]
    [TestCase("certificate: { subject: Anna }", "'Anna' is not a distinguished name")]
    [TestCase("certificate: { subjct: CN=Anna }", "did you mean 'subject'?")]
    [TestCase("password: x", "is not a hash")]
    public void What_is_no_certificate_is_an_error(string key, string error) =>
        Assert.That(
            MapText.Load($"server: {{ users: [ {{ name: anna, {key}, roles: Observer }} ] }}\nplcs: [ {{ name: A, host: h }} ]").Findings,
            Has.Some.Contains(error)
        );

    [Test]
    public void All_forms_survive_being_written()
    {
        UserEntry[] users =
        [
            Entry("a", Anna.Thumbprint, null, null),
            Entry("b", null, "CN=Anna, O=\"Plant, Inc.\"", "CN=Plant CA"),
            Entry("c", null, null, "CN=O'Hara"),
        ];
        var path = Path.Combine(_folder, "users.yaml");
        UsersFile.Write(path, new UsersDocument(users, null));
        var findings = new FindingList();
        Assert.That(
            UsersReader.ReadDocument(path, default, findings).Users.Select(user => (user.Name, user.Certificate)),
            Is.EqualTo(users.Select(user => (user.Name, user.Certificate)))
        );
        Assert.That(findings.HasErrors, Is.False);
    }

    private static StatusCode StatusOf(string name) =>
        name == "BadIdentityTokenInvalid" ? StatusCodes.BadIdentityTokenInvalid : StatusCodes.BadIdentityTokenRejected;

    private static UserEntry Entry(string name, string? thumbprint, string? subject, string? issuer) =>
        new(name, null, ["Engineer"]) { Certificate = new UserCertificate(thumbprint, subject, issuer) };

    private Logins Logins(params UserEntry[] users) =>
        new(new ServerSettings { Certificates = _folder, Users = users }, new ManualClock(), NullLogger.Instance);

    private void Trust(UaTestAuthority authority, X509Certificate2? revoked = null, bool withList = true)
    {
        var stores = new CertificateStores(_folder).Users;
        stores.Trust([authority.Certificate]);
        if (withList)
            File.WriteAllBytes(
                Path.Combine(stores.Trusted.RevocationLists, "list.crl"),
                authority.RevocationList(Now, revoked is null ? [] : [revoked])
            );
    }
}
