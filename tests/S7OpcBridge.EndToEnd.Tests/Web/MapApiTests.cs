using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The map edited by a script: what a preview says is what the running bridge then does.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable]
public sealed class MapApiTests
{
    private const string Plant = """
        server: { name: Hall3, endpoint: "{endpoint}", anonymous: read, certificates: pki, users: users.yaml }
        web: { listen: "{page}" }
        plcs:
          - name: Line1
            simulate: true
            profile: s7-1500
            tags:
              - { name: Speed, address: DB1.DBD0, type: Real }
              - { name: Runs, address: DB1.DBX4.0 }
              - { name: Level, address: DB1.DBW6, type: Int }

        """;

    [Test]
    public async Task What_a_preview_says_is_what_the_reload_does(CancellationToken cancellationToken)
    {
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        await using var bridge = await Bridge.StartAsync(
            Plant.Replace("{page}", page, StringComparison.Ordinal),
            cancellationToken,
            static folder => PageUsers.Write(folder, ("anna", "ConfigureAdmin"))
        );
        using var script = new HttpClient { BaseAddress = new Uri($"{page}/api/") };
        script.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue(
            "Basic",
            Convert.ToBase64String(Encoding.UTF8.GetBytes("anna:secret of anna"))
        );
        const string Edits = """
            {"texts":[],"edits":[
              {"kind":"set","path":"plcs[Line1]/tags[Speed]/unit","value":"rpm"},
              {"kind":"set","path":"plcs[Line1]/tags[Level]/type","value":"Word"},
              {"kind":"remove","path":"plcs[Line1]/tags[Runs]"},
              {"kind":"insert","path":"plcs[Line1]/tags","value":{"name":"Flow","address":"DB1.DBD12","type":"Real"}},
              {"kind":"insert","path":"plcs","value":{"name":"Line2","simulate":true,"profile":"s7-1200",
                "tags":[{"name":"Dose","address":"DB1.DBW0","type":"Int"}]}},
              {"kind":"set","path":"server/name","value":"Hall4"}
            ]}
            """;

        var (status, preview) = await PostAsync(script, "map/preview", Edits, cancellationToken);
        Assert.That(status, Is.EqualTo(HttpStatusCode.OK), preview.ToString());
        Assert.That(preview.TryGetProperty("effect", out var effect), Is.True, preview.ToString());
        Assert.Multiple(() =>
        {
            Assert.That(
                ((string[])["tagsAdded", "tagsGone", "tagsReread", "tagsChanged"]).Select(name => effect.GetProperty(name).GetInt32()),
                Is.EqualTo(new[] { 2, 1, 1, 1 }),
                effect.ToString()
            );
            Assert.That(TextsOf(effect, "plcsTouched"), Is.EquivalentTo(new[] { "Line1", "Line2" }));
            Assert.That(
                TextsOf(effect, "sentences"),
                Does.Contain("The PLC Line2 is added, and connected to.").And.Contain("2 tags are added.")
            );
            Assert.That(TextsOf(effect, "needRestart"), Has.Some.StartsWith("server: name (Hall3 → Hall4)"));
            Assert.That(TextsOf(effect, "nodes"), Is.Empty, "there is no cluster");
            Assert.That(preview.GetProperty("conflicts").GetArrayLength(), Is.Zero);
        });

        var (saved, answer) = await PostAsync(script, "map/save", Edits, cancellationToken);
        Assert.That(saved, Is.EqualTo(HttpStatusCode.OK), answer.ToString());
        var overview = await Poll.UntilAsync(
            () => GetAsync(script, "overview", cancellationToken),
            found => found.GetProperty("tags").GetInt32() == 4 && found.GetProperty("plcs").GetArrayLength() == 2,
            cancellationToken
        );
        Assert.That(overview.TryGetProperty("refused", out _), Is.False);
        // The log has the lines that the preview had.
        await Poll.UntilAsync(
            () => bridge.Program.Output.Contains("anna saved it on the page", StringComparison.Ordinal),
            cancellationToken
        );
        foreach (var line in TextsOf(effect, "lines"))
            Assert.That(bridge.Program.Output, Does.Contain(line));

        var (again, nothing) = await PostAsync(script, "map/preview", """{"edits":[],"texts":[]}""", cancellationToken);
        Assert.That(again, Is.EqualTo(HttpStatusCode.OK));
        Assert.That(nothing.GetProperty("effect").GetProperty("tagsAdded").GetInt32(), Is.Zero, "what was saved is what runs: " + nothing);
    }

    private static async Task<(HttpStatusCode Status, JsonElement Answer)> PostAsync(
        HttpClient script,
        string action,
        string body,
        CancellationToken cancellationToken
    )
    {
        using var content = new StringContent(body, Encoding.UTF8, "application/json");
        using var answer = await script.PostAsync($"v1/{action}", content, cancellationToken);
        var text = await answer.Content.ReadAsStringAsync(cancellationToken);
        return (answer.StatusCode, text.StartsWith('{') ? JsonDocument.Parse(text).RootElement : JsonSerializer.SerializeToElement(text));
    }

    private static async Task<JsonElement> GetAsync(HttpClient script, string what, CancellationToken cancellationToken) =>
        JsonDocument.Parse(await script.GetStringAsync(what, cancellationToken)).RootElement;

    private static string[] TextsOf(JsonElement element, string name) =>
        [.. element.GetProperty(name).EnumerateArray().Select(text => text.GetString()!)];
}
