using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>An edit that somebody saves on the page of one of two running nodes.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable, Platform("Linux")]
public sealed class SavedOnTwoNodesTests
{
    private const string Edit = """{"kind":"set","path":"plcs[Line1]/tags[Setpoint]/unit","value":"rpm"}""";

    [Test]
    public async Task It_reaches_both_where_they_read_the_same_folder(CancellationToken cancellationToken)
    {
        await RunAsync(
            isShared: true,
            async plant =>
            {
                var preview = await PostAsync(plant.Nodes[1], "map/preview", $$"""{"edits":[{{Edit}}],"texts":[]}""", cancellationToken);
                Assert.That(NodesOf(preview.Text, "nodes"), Is.EquivalentTo(new[] { "edge01", "edge02" }), preview.Text);
                Assert.That(NodesOf(preview.Text, "otherNodes"), Is.Empty);
                var saved = await PostAsync(plant.Nodes[1], "map/save", $$"""{"edits":[{{Edit}}],"texts":[]}""", cancellationToken);
                Assert.That(saved.Status, Is.EqualTo(200), saved.Text);
                foreach (var node in plant.Nodes)
                    await UntilAsync(plant, node, "rpm", cancellationToken);
                Assert.That(Directory.GetFiles(plant.Nodes[0].Folder, ".s7opcbridge-*"), Is.Empty, "the mark is gone");
            },
            cancellationToken
        );
    }

    [Test]
    public async Task It_is_refused_where_each_has_files_of_its_own_and_then_made_node_by_node(CancellationToken cancellationToken)
    {
        await RunAsync(
            isShared: false,
            async plant =>
            {
                var before = await File.ReadAllTextAsync(Path.Combine(plant.Nodes[0].Folder, "plant.yaml"), cancellationToken);
                var refused = await PostAsync(plant.Nodes[0], "map/save", $$"""{"edits":[{{Edit}}],"texts":[]}""", cancellationToken);
                Assert.That(
                    (refused.Status, refused.Text),
                    Is.EqualTo(
                        (
                            403,
                            "Not saved: node edge02 has files of its own. Save it for this node only, and then on the page of each of the others, one after "
                                + "the other.\n"
                        )
                    )
                );
                Assert.That(
                    await File.ReadAllTextAsync(Path.Combine(plant.Nodes[0].Folder, "plant.yaml"), cancellationToken),
                    Is.EqualTo(before)
                );
                foreach (var node in plant.Nodes)
                {
                    var saved = await PostAsync(
                        node,
                        "map/save",
                        $$"""{"edits":[{{Edit}}],"texts":[],"onlyHere":true}""",
                        cancellationToken
                    );
                    Assert.That(saved.Status, Is.EqualTo(200), saved.Text);
                    await UntilAsync(plant, node, "rpm", cancellationToken);
                    if (node == plant.Nodes[0])
                        Assert.That(await UnitAsync(plant.Nodes[1], cancellationToken), Is.Empty, "the other has not got it yet");
                }
            },
            cancellationToken
        );
    }

    private static async Task RunAsync(bool isShared, Func<ClusterPlant, Task> look, CancellationToken cancellationToken)
    {
        var address = $"127.0.0.1:{FreePort.Next()}";
        await using var plant = new ClusterPlant(
            plcs: 1,
            nodes: 2,
            $"{{ witness: \"{address}\" }}",
            server: ", users: users.yaml, certificates: pki"
        );
        foreach (var node in plant.Nodes)
        {
            node.Web = $"{{ listen: \"http://127.0.0.1:{FreePort.Next()}\" }}";
            plant.WriteMap(node);
            PageUsers.Write(node.Folder, ("anna", "ConfigureAdmin"));
        }
        if (isShared)
        {
            var (first, second) = (plant.Nodes[0], plant.Nodes[1]);
            File.Delete(Path.Combine(second.Folder, "plant.yaml"));
            await File.WriteAllTextAsync(
                second.Map,
                (await File.ReadAllTextAsync(second.Map, cancellationToken)).Replace(
                    "include: plant.yaml",
                    $"include: ../{Path.GetFileName(first.Folder)}/plant.yaml"
                ),
                cancellationToken
            );
        }
        await using var witness = plant.StartWitness(address);
        await plant.HealAsync(cancellationToken);
        await look(plant);
    }

    private static async Task UntilAsync(ClusterPlant plant, ClusterPlantNode node, string unit, CancellationToken cancellationToken)
    {
        for (var i = 0; await UnitAsync(node, cancellationToken) != unit; i++)
        {
            if (i == 1000)
                Assert.Fail($"{node.Name} does not run the saved map\n{plant.Log()}");
            await Poll.AgainAsync(cancellationToken);
        }
    }

    private static async Task<string?> UnitAsync(ClusterPlantNode node, CancellationToken cancellationToken)
    {
        using var page = PageOf(node);
        using var answer = JsonDocument.Parse(await page.GetStringAsync("api/tags?search=Setpoint", cancellationToken));
        return answer.RootElement.GetProperty("rows")[0].GetProperty("unit").GetString();
    }

    private static async Task<(int Status, string Text)> PostAsync(
        ClusterPlantNode node,
        string action,
        string body,
        CancellationToken cancellationToken
    )
    {
        using var page = PageOf(node);
        page.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue(
            "Basic",
            Convert.ToBase64String(Encoding.UTF8.GetBytes("anna:secret of anna"))
        );
        using var content = new StringContent(body, Encoding.UTF8, "application/json");
        using var answer = await page.PostAsync($"api/v1/{action}", content, cancellationToken);
        return ((int)answer.StatusCode, await answer.Content.ReadAsStringAsync(cancellationToken));
    }

    private static HttpClient PageOf(ClusterPlantNode node) => new() { BaseAddress = new Uri(node.Web.Split('"')[1]) };

    private static IEnumerable<string?> NodesOf(string preview, string name) =>
        JsonDocument.Parse(preview).RootElement.GetProperty("effect").GetProperty(name).EnumerateArray().Select(node => node.GetString());
}
