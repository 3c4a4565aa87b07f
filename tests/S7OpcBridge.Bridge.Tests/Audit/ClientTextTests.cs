using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests.Audit;

/// <summary>What a client calls itself may have control characters; the log shows none of them (CVE-2023-7234).</summary>
[CancelAfter(60_000)]
public sealed class ClientTextTests
{
    private const string Evil = "a\nWRITE by 'root'\r\u001b[2J\u0085\u2028b";

    [Test]
    public async Task Texts_of_clients_stay_on_one_printable_line_of_the_log(CancellationToken token)
    {
        var lines = new AuditTests.Lines();
        await using (
            var plant = await ServedPlant.StartAsync(tags => tags.Class("fast", 20).Tag("Int", "DB1.DBW2", "Int"), token, loggers: lines)
        )
        {
            await using var channel = await UaTestChannel.ConnectAsync(plant.Port, token);
            await channel.HelloAsync(token, url: $"opc.tcp://{Evil}");
            await channel.OpenAsync(token);
            await using var client = new UaTestClient(channel);
            await client.CreateSessionAsync(
                token,
                change: request =>
                {
                    (request.SessionName, request.EndpointUrl) = (Evil, $"opc.tcp://{Evil}");
                    (request.ClientDescription.ApplicationUri, request.ClientDescription.ProductUri) = (
                        $"urn:{Evil}",
                        $"urn:product:{Evil}"
                    );
                    request.ClientDescription.ApplicationName = new LocalizedText(Evil, Evil);
                }
            );
            await client.ActivateAsync(token);
            var unknown = ExtensionObject.From(new UserNameIdentityToken { PolicyId = Evil, UserName = Evil });
            Assert.That(async () => await client.ActivateAsync(token, unknown), Throws.InstanceOf<UaException>());
            await client.CallAsync<CloseSessionResponse>(new CloseSessionRequest(), token);
        }

        Assert.That(
            lines.Texts.Count(text => text.Contains("WRITE by", StringComparison.Ordinal)),
            Is.AtLeast(3),
            "session, login, refusal"
        );
        Assert.That(lines.Texts.Where(text => text.Any(letter => char.IsControl(letter) || letter == '\u2028')), Is.Empty);
    }
}
