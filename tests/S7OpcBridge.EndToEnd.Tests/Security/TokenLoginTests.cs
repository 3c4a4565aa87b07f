using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using S7OpcBridge.Identity.Tests.Issuers;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A person with an access token of a login server gets in over OPC UA and over HTTP, by a map without any user.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable]
public sealed class TokenLoginTests
{
    private const string Plant = $$"""
        server:
          name: Hall3
          endpoint: "{endpoint}"
          security: [None]
          certificates: pki
          tokens: [ { issuer: "{{TestIssuer.Url}}", audience: s7, keys: ot.jwks.json, roles: { Operator: operator, SecurityAdmin: root } } ]
        web: { listen: "{page}" }
        plcs:
          - { name: Line1, simulate: true, tags: [ { name: Count, address: DB1.DBW0, type: Int, access: readwrite } ] }

        """;

    [Test]
    public async Task One_token_opens_a_session_and_the_pages(CancellationToken cancellationToken)
    {
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        await using var bridge = await Bridge.StartAsync(
            Plant.Replace("{page}", page, StringComparison.Ordinal),
            cancellationToken,
            static folder => File.WriteAllText(Path.Combine(folder, "ot.jwks.json"), TestIssuer.Jwks)
        );
        var client = new UaTestClient(await UaTestChannel.OpenAsync(new Uri(bridge.Endpoint).Port, cancellationToken));
        var session = await client.CreateSessionAsync(cancellationToken);
        var policies = session.ServerEndpoints.Single().UserIdentityTokens;
        Assert.That(policies.Select(each => each.TokenType), Is.EqualTo((UserTokenType[])[UserTokenType.IssuedToken]), "no passwords");
        Assert.That(policies[0].IssuerEndpointUrl, Does.Contain(TestIssuer.Url));

        using var certificate = X509CertificateLoader.LoadCertificate(session.ServerCertificate!);
        Assert.That(await LogInAsync(Token("operator", TestIssuer.OtherRsa)), Is.EqualTo("BadIdentityTokenRejected"));
        Assert.That(await LogInAsync(Token("nobody")), Is.EqualTo("BadUserAccessDenied"));
        Assert.That(await LogInAsync(Token("operator")), Is.EqualTo("Good"));
        var count = await client.ReadAsync(cancellationToken, new NodeId(2, "Line1/Count"));
        Assert.That(StatusCodes.NameOf(count[0].Status), Does.StartWith("Good").Or.StartWith("Uncertain"));
        await bridge.Program.LineAsync(
            line => line.Contains("LOGIN by 'anna@login.plant.local'", StringComparison.Ordinal),
            cancellationToken
        );

        using var web = new HttpClient { BaseAddress = new Uri($"{page}/api/v1/") };
        Assert.That(await StatusAsync(Token("operator", TestIssuer.OtherRsa)), Is.EqualTo(HttpStatusCode.Unauthorized));
        Assert.That(await StatusAsync(Token("operator")), Is.EqualTo(HttpStatusCode.Forbidden), "who is logged in is for SecurityAdmin");
        Assert.That(await StatusAsync(Token("root")), Is.EqualTo(HttpStatusCode.OK));
        Assert.That(await web.GetStringAsync("users", cancellationToken), Does.Contain("anna@login.plant.local"), "the session's user");

        async Task<string> LogInAsync(string token)
        {
            byte[] plain = [.. BitConverter.GetBytes(token.Length + 32), .. Encoding.ASCII.GetBytes(token), .. client.ServerNonce];
            using var key = certificate.GetRSAPublicKey()!;
            try
            {
                await client.ActivateAsync(
                    cancellationToken,
                    ExtensionObject.From(
                        new IssuedIdentityToken
                        {
                            PolicyId = policies[0].PolicyId,
                            TokenData = [.. plain.Chunk(214).SelectMany(part => key.Encrypt(part, RSAEncryptionPadding.OaepSHA1))],
                            EncryptionAlgorithm = "http://www.w3.org/2001/04/xmlenc#rsa-oaep",
                        }
                    )
                );
                return "Good";
            }
            catch (UaException e)
            {
                return StatusCodes.NameOf(e.Status);
            }
        }

        async Task<HttpStatusCode> StatusAsync(string token)
        {
            web.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
            using var answer = await web.GetAsync("users", cancellationToken);
            return answer.StatusCode;
        }
    }

    private static string Token(string role, RSA? key = null)
    {
        var now = TimeProvider.System.GetUtcNow().ToUnixTimeSeconds();
        return TestIssuer.Sign(
            TestIssuer
                .Claims()
                .Replace($"{TestIssuer.At(300)}", $"{now + 300}")
                .Replace($"{TestIssuer.At(0)}", $"{now}")
                .Replace("operator", role),
            rsa: key
        );
    }
}
