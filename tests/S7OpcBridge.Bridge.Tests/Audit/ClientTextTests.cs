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
            await using var client = await ConnectAsync(plant, token);
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

    [Test]
    public async Task No_text_of_Status_has_any_of_them(CancellationToken token)
    {
        await using var plant = await ServedPlant.StartAsync(tags => tags.Class("fast", 20).Tag("Int", "DB1.DBW2", "Int"), token);
        await using var client = await ConnectAsync(plant, token);
        Assert.That(await plant.WriteAsync(token, ("Int", Variant.From(Evil))), Is.EqualTo(new[] { "BadTypeMismatch" }));
        await plant.UntilAsync("Int", StatusCodes.Good, token);

        var nodes = new List<NodeId>();
        for (var next = new Queue<NodeId>([ServedPlant.Node("_Status"), new NodeId(2, "_Status")]); next.TryDequeue(out var node); )
        {
            var below = await client.CallAsync<BrowseResponse>(
                new BrowseRequest
                {
                    NodesToBrowse =
                    [
                        new BrowseDescription
                        {
                            NodeId = node,
                            ReferenceTypeId = Ids.HierarchicalReferences,
                            IncludeSubtypes = true,
                            ResultMask = 63,
                        },
                    ],
                },
                token
            );
            foreach (var found in below.Results[0].References)
            {
                next.Enqueue(found.NodeId.Id);
                if (found.NodeClass == NodeClass.Variable)
                    nodes.Add(found.NodeId.Id);
            }
        }

        Assert.That(nodes, Has.Count.GreaterThan(20));
        var texts = (await client.ReadAsync(token, [.. nodes]))
            .SelectMany(value => value.Value.Reference as string[] ?? [value.Value.Reference as string ?? ""])
            .ToArray();
        Assert.That(texts.Count(text => text.Length > 0), Is.Positive);
        Assert.That(texts.Where(text => text.Any(letter => char.IsControl(letter) || letter == '\u2028')), Is.Empty);
    }

    /// <summary>A session of a client that puts control characters wherever it can.</summary>
    private static async Task<UaTestClient> ConnectAsync(ServedPlant plant, CancellationToken token)
    {
        var channel = await UaTestChannel.ConnectAsync(plant.Port, token);
        await channel.HelloAsync(token, url: $"opc.tcp://{Evil}");
        await channel.OpenAsync(token);
        var client = new UaTestClient(channel);
        await client.CreateSessionAsync(
            token,
            change: request =>
            {
                (request.SessionName, request.EndpointUrl) = (Evil, $"opc.tcp://{Evil}");
                (request.ClientDescription.ApplicationUri, request.ClientDescription.ProductUri) = ($"urn:{Evil}", $"urn:product:{Evil}");
                request.ClientDescription.ApplicationName = new LocalizedText(Evil, Evil);
            }
        );
        await client.ActivateAsync(token);
        return client;
    }
}
