using System.Text;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Identity.Tests.Issuers;

/// <summary>Where the keys of an issuer come from, and what happens while they cannot be had.</summary>
[CancelAfter(30_000)]
internal sealed class IssuerKeysTests
{
    private static readonly string Old = $$"""{"keys":[{{TestIssuer.Jwk(TestIssuer.Rsa, "old")}}]}""",
        New = $$"""{"keys":[{{TestIssuer.Jwk(TestIssuer.OtherRsa, "new")}}]}""";
    private static readonly byte[] OfOld = Encoding.ASCII.GetBytes(TestIssuer.Sign(TestIssuer.Claims(), keyId: "old")),
        OfNew = Encoding.ASCII.GetBytes(TestIssuer.Sign(TestIssuer.Claims(), keyId: "new", rsa: TestIssuer.OtherRsa));

    private ManualClock _clock = new();
    private string _folder = "";
    private string _answer = Old;
    private int _asked;

    [SetUp]
    public void Begin() => (_clock, _folder, _answer, _asked) = (new ManualClock(), Directory.CreateTempSubdirectory().FullName, Old, 0);

    [TearDown]
    public void RemoveFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public async Task A_file_of_keys_is_looked_at_on_each_login_and_a_faulty_one_changes_nothing()
    {
        var file = Path.Combine(_folder, "keys.json");
        await File.WriteAllTextAsync(file, Old);
        var logins = LoginsOf(new TokenIssuer(TestIssuer.Url) { KeysFile = file });
        Assert.That((await StatusOf(logins, OfOld), await StatusOf(logins, OfNew)), Is.EqualTo(("Good", "BadIdentityTokenRejected")));
        foreach (
            var fault in (string[])
                ["", "{", "[]", "{\"keys\":[]}", "{\"keys\":[{\"kty\":\"oct\",\"k\":\"AAAA\"}]}", new string(' ', 300_000)]
        )
        {
            await File.WriteAllTextAsync(file, fault);
            Assert.That(await StatusOf(logins, OfOld), Is.EqualTo("Good"), fault.Length.ToString());
        }

        File.Delete(file);
        Assert.That(await StatusOf(logins, OfOld), Is.EqualTo("Good"), "while it is replaced");
        await File.WriteAllTextAsync(file, New);
        Assert.That((await StatusOf(logins, OfOld), await StatusOf(logins, OfNew)), Is.EqualTo(("BadIdentityTokenRejected", "Good")));
    }

    [Test]
    public async Task A_key_that_is_damaged_or_too_short_leaves_the_others_in_use()
    {
        var file = Path.Combine(_folder, "keys.json");
        using var small = System.Security.Cryptography.RSA.Create(1024);
        await File.WriteAllTextAsync(
            file,
            $$"""
            {"keys":[{"kty":"RSA","kid":"a","n":"!","e":"AQAB"},{"kty":"EC","kid":"b","crv":"P-256","x":"AAAA","y":"AAAA"},{"kty":"EC","kid":"c"},
            {{TestIssuer.Jwk(small, "small")}},{{TestIssuer.Jwk(TestIssuer.Rsa, "old")}}]}
            """
        );
        var logins = LoginsOf(new TokenIssuer(TestIssuer.Url) { KeysFile = file });
        Assert.That(await StatusOf(logins, OfOld), Is.EqualTo("Good"));
        var token = Encoding.ASCII.GetBytes(TestIssuer.Sign(TestIssuer.Claims(), keyId: "small", rsa: small));
        Assert.That(await StatusOf(logins, token), Is.EqualTo("BadIdentityTokenRejected"));
    }

    [Test]
    public async Task Keys_are_fetched_for_the_first_token_and_for_a_new_key_but_once_a_minute_at_most()
    {
        var logins = LoginsOf(new TokenIssuer(TestIssuer.Url));
        Assert.That((await StatusOf(logins, OfOld), _asked), Is.EqualTo(("Good", 1)));
        _answer = New;
        Assert.That((await StatusOf(logins, OfNew), _asked), Is.EqualTo(("BadIdentityTokenRejected", 1)), "within the minute");
        _clock.Advance(TimeSpan.FromMinutes(1));
        Assert.That((await StatusOf(logins, OfNew), _asked), Is.EqualTo(("Good", 2)), "rotated");
        Assert.That((await StatusOf(logins, OfOld), _asked), Is.EqualTo(("BadIdentityTokenRejected", 2)), "the old key is gone");
        for (var i = 0; i < 100; i++)
            await StatusOf(logins, Encoding.ASCII.GetBytes(TestIssuer.Sign(TestIssuer.Claims(), keyId: $"k{i}")));
        Assert.That(_asked, Is.EqualTo(2), "strangers cannot make it ask");
    }

    [Test]
    public async Task Keys_older_than_ten_hours_are_fetched_again_beside_the_login()
    {
        var logins = LoginsOf(new TokenIssuer(TestIssuer.Url));
        await StatusOf(logins, OfOld);
        _clock.Advance(TimeSpan.FromHours(10));
        var late = Encoding.ASCII.GetBytes(
            TestIssuer.Sign(TestIssuer.Claims().Replace($"{TestIssuer.At(300)}", $"{TestIssuer.At(90_000)}"), keyId: "old")
        );
        Assert.That((await StatusOf(logins, late), _asked), Is.EqualTo(("Good", 1)));
        _clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(await StatusOf(logins, late), Is.EqualTo("Good"));
        await Poll.UntilAsync(() => Volatile.Read(ref _asked) == 2, TestContext.CurrentContext.CancellationToken);
    }

    [Test]
    public async Task The_last_good_keys_let_users_in_after_a_start_while_the_issuer_is_away()
    {
        var issuer = new TokenIssuer(TestIssuer.Url) { KeptKeys = Path.Combine(_folder, "issuers", "kept.json") };
        await StatusOf(LoginsOf(issuer), OfOld);
        await Poll.UntilAsync(() => File.Exists(issuer.KeptKeys), TestContext.CurrentContext.CancellationToken);
        _answer = "";
        Assert.That(await StatusOf(LoginsOf(issuer), OfOld), Is.EqualTo("Good"));
        Assert.That(
            await StatusOf(LoginsOf(new TokenIssuer(TestIssuer.Url)), OfOld),
            Is.EqualTo("BadIdentityTokenRejected"),
            "kept nowhere"
        );
        await File.WriteAllTextAsync(issuer.KeptKeys, "damaged");
        Assert.That(await StatusOf(LoginsOf(issuer), OfOld), Is.EqualTo("BadIdentityTokenRejected"));
    }

    [Test]
    public async Task A_login_waits_five_seconds_for_keys_and_the_others_go_on()
    {
        var never = new TaskCompletionSource<string>();
        var logins = new Logins(
            new ServerSettings { Issuers = [With(new TokenIssuer(TestIssuer.Url))] },
            _clock,
            NullLogger.Instance,
            (_, _) => never.Task
        );
        var waiting = Enumerable.Range(0, 20).Select(_ => StatusOf(logins, OfOld)).ToArray();
        Assert.That(waiting.Any(static each => each.IsCompleted), Is.False);
        _clock.Advance(TimeSpan.FromSeconds(5));
        Assert.That(await Task.WhenAll(waiting), Is.All.EqualTo("BadIdentityTokenRejected"));
        never.SetResult(Old);
        await Poll.UntilAsync(
            async () => await StatusOf(logins, OfOld),
            static status => status == "Good",
            TestContext.CurrentContext.CancellationToken
        );
    }

    private static TokenIssuer With(TokenIssuer issuer) =>
        issuer with
        {
            Audience = "s7",
            Roles = [new TokenRole("Operator", "operator", false)],
        };

    private Logins LoginsOf(TokenIssuer issuer) =>
        new(
            new ServerSettings { Issuers = [With(issuer)] },
            _clock,
            NullLogger.Instance,
            (_, _) =>
            {
                Interlocked.Increment(ref _asked);
                return _answer.Length > 0 ? Task.FromResult(_answer) : throw new HttpRequestException("away");
            }
        );

    private static async Task<string> StatusOf(Logins logins, byte[] token)
    {
        try
        {
            return await logins.CheckTokenAsync(token, TestContext.CurrentContext.CancellationToken) is null ? "no role" : "Good";
        }
        catch (UaException e)
        {
            return StatusCodes.NameOf(e.Status);
        }
    }
}
