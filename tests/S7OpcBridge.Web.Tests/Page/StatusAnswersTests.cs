using System.Net;
using System.Text.Json;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Map;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Web.Tests;

/// <summary>The page over HTTP: what a browser and a script are answered.</summary>
[CancelAfter(60_000)]
public sealed class StatusAnswersTests
{
    // A name that a URL has to be careful with.
    private const string Plcs = """
          - name: "Line 1 & 2?"
            simulate: true
            profile: s7-1500
            tags: [{ name: Speed, address: DB1.DBD0, type: Real }]
        """;

    private ShownPlant _plant = null!;
    private WebHost _host = null!;
    private HttpClient _browser = null!;

    [OneTimeSetUp]
    public async Task StartAsync()
    {
        _plant = await ShownPlant.StartAsync(Plcs, CancellationToken.None);
        var url = new Uri($"http://127.0.0.1:{FreePort.Next()}");
        _host = (
            await WebHost.StartAsync(
                new WebSettings { IsAskedFor = true, Listen = [url] },
                _plant.View,
                new BridgeCommands(),
                NullLoggerFactory.Instance,
                CancellationToken.None
            )
        )!;
        _browser = new HttpClient { BaseAddress = url };
    }

    [OneTimeTearDown]
    public async Task StopAsync()
    {
        _browser.Dispose();
        await _host.DisposeAsync();
        await _plant.DisposeAsync();
    }

    [TestCase("/api/overview", "plcs")]
    [TestCase("/api/overview", "endpoints")]
    [TestCase("/api/trust", "own")]
    [TestCase("/api/trust", "trusted")]
    [TestCase("/api/tags", "rows")]
    [TestCase("/api/clients", "sessions")]
    [TestCase("/api/plan?plc=Line%201%20%26%202%3F", "scans")]
    public async Task An_answer_is_JSON_that_nobody_keeps(string path, string member, CancellationToken cancellationToken)
    {
        using var answer = await _browser.GetAsync(path, cancellationToken);
        Assert.That(
            (answer.StatusCode, answer.Content.Headers.ContentType!.ToString(), answer.Headers.CacheControl!.NoStore),
            Is.EqualTo((HttpStatusCode.OK, "application/json; charset=utf-8", true))
        );
        using var json = JsonDocument.Parse(await answer.Content.ReadAsStringAsync(cancellationToken));
        Assert.That(json.RootElement.GetProperty(member).ValueKind, Is.EqualTo(JsonValueKind.Array));
    }

    [Test]
    public async Task What_a_client_calls_itself_has_no_control_characters_on_the_page(CancellationToken cancellationToken)
    {
        const string evil = "a\r\nb\u001b[2Jc\u0085\u202ed\0e";
        await using var client = new UaTestClient(await UaTestChannel.OpenAsync(_plant.Port, cancellationToken));
        await client.CreateSessionAsync(
            cancellationToken,
            change: request =>
            {
                (request.SessionName, request.EndpointUrl) = (evil, $"opc.tcp://{evil}");
                request.ClientDescription.ProductUri = $"urn:product:{evil}";
                request.ClientDescription.ApplicationName = new LocalizedText(evil);
            }
        );
        await client.ActivateAsync(cancellationToken);
        using var page = JsonDocument.Parse(await _browser.GetStringAsync("/api/clients", cancellationToken));
        var session = page.RootElement.GetProperty("sessions").EnumerateArray().Single();
        foreach (var member in (string[])["name", "application"])
            Assert.That(session.GetProperty(member).GetString(), Is.EqualTo("a??b?[2Jc??d?e"), member);
    }

    [TestCase("/api/plan", HttpStatusCode.NotFound, "The map does not contain this, or no longer.\n")]
    [TestCase("/api/plan?plc=Line2", HttpStatusCode.NotFound, "The map does not contain this, or no longer.\n")]
    [TestCase(
        "/api/plan/tags?plc=Line%201%20%26%202%3F&scan=normal&request=9",
        HttpStatusCode.NotFound,
        "The map does not contain this, or no longer.\n"
    )]
    [TestCase("/api/tags?count=0", HttpStatusCode.BadRequest, "'count' is a number from 1 to 200.\n")]
    [TestCase("/api/tags?quality=fine", HttpStatusCode.BadRequest, "'quality' is notgood, bad or uncertain.\n")]
    [TestCase(
        "/api/tags/xml",
        HttpStatusCode.NotFound,
        "There is no such form; use one of csv, json, publishednodes, ignition, kepware, topics.\n"
    )]
    [TestCase("/api/values?ids=1,-2", HttpStatusCode.BadRequest, "'ids' is a list of numbers with commas between them.\n")]
    public async Task What_makes_no_sense_or_is_not_there_is_told_in_a_sentence(
        string path,
        HttpStatusCode status,
        string sentence,
        CancellationToken cancellationToken
    )
    {
        using var answer = await _browser.GetAsync(path, cancellationToken);
        Assert.That((answer.StatusCode, await answer.Content.ReadAsStringAsync(cancellationToken)), Is.EqualTo((status, sentence)));
    }

    [Test]
    public async Task All_tags_are_a_file_in_each_form(CancellationToken cancellationToken)
    {
        foreach (var format in TagListFormat.All)
        {
            using var answer = await _browser.GetAsync($"/api/tags/{format.Name}", cancellationToken);
            Assert.That(
                (answer.StatusCode, answer.Content.Headers.ContentType!.ToString()),
                Is.EqualTo((HttpStatusCode.OK, format.ContentType))
            );
            Assert.That(answer.Content.Headers.ContentDisposition!.FileName, Is.EqualTo($"tags-{format.Name}{format.Extension}"));
            // The map has no broker.
            var content = format.Name == "topics" ? "Tag,Topic,WriterGroup" : "s=Line 1 & 2?/Speed";
            Assert.That(await answer.Content.ReadAsStringAsync(cancellationToken), Does.Contain(content));
        }
    }

    [Test]
    public async Task Values_come_for_the_numbers_of_this_run(CancellationToken cancellationToken)
    {
        using var page = JsonDocument.Parse(await _browser.GetStringAsync("/api/tags", cancellationToken));
        var run = page.RootElement.GetProperty("run").GetString();
        var id = page.RootElement.GetProperty("rows")[0].GetProperty("now").GetProperty("id").GetInt32();
        using var values = JsonDocument.Parse(await _browser.GetStringAsync($"/api/values?run={run}&ids={id}", cancellationToken));
        Assert.That(values.RootElement.EnumerateArray().Select(value => value.GetProperty("id").GetInt32()), Is.EqualTo(new[] { id }));
        Assert.That(await _browser.GetStringAsync($"/api/values?ids={id}", cancellationToken), Is.EqualTo("[]"));
    }

    [Test]
    public async Task Files_have_their_type_and_are_sent_again_only_when_they_have_changed(CancellationToken cancellationToken)
    {
        foreach (
            var (path, type) in (List<(string, string)>)
                [("/", "text/html"), ("/app.js", "text/javascript"), ("/base.css", "text/css"), ("/icon.svg", "image/svg+xml")]
        )
        {
            using var first = await _browser.GetAsync(path, cancellationToken);
            Assert.That((first.StatusCode, first.Content.Headers.ContentType!.MediaType), Is.EqualTo((HttpStatusCode.OK, type)), path);
            using var again = new HttpRequestMessage(HttpMethod.Get, path);
            again.Headers.IfNoneMatch.Add(first.Headers.ETag!);
            using var second = await _browser.SendAsync(again, cancellationToken);
            Assert.That(
                (second.StatusCode, (await second.Content.ReadAsByteArrayAsync(cancellationToken)).Length),
                Is.EqualTo((HttpStatusCode.NotModified, 0)),
                path
            );
        }
        using var missing = await _browser.GetAsync("/StatusPage.cs", cancellationToken);
        Assert.That(missing.StatusCode, Is.EqualTo(HttpStatusCode.NotFound));
    }
}
