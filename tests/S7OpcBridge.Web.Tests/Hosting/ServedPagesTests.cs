using Microsoft.AspNetCore.Http;
using S7OpcBridge.Web.Answers;
using S7OpcBridge.Web.Connections;
using S7OpcBridge.Web.Hosting;

namespace S7OpcBridge.Web.Tests;

/// <summary>What is served at which path.</summary>
[CancelAfter(60_000)]
public sealed class ServedPagesTests
{
    private static readonly ActionTable Table = new ActionRig(ActionRig.WithUsers()).Table;

    private ShownPlant _plant = null!;
    private ServedPages _pages = null!;

    [OneTimeSetUp]
    public async Task StartAsync()
    {
        _plant = await ShownPlant.StartAsync("  - { name: Line1, simulate: true, profile: s7-1500, tags: [] }", CancellationToken.None);
        _pages = new ServedPages(_plant.View, static () => Table);
    }

    [OneTimeTearDown]
    public async Task StopAsync() => await _plant.DisposeAsync();

    [Test]
    public async Task Every_action_answers_at_its_path_and_says_which_method_it_takes()
    {
        foreach (var action in Table.All)
        {
            var wrong = await AskAsync(action.Path, action.IsPost ? "GET" : "POST");
            Assert.That(
                (wrong.Response.StatusCode, wrong.Response.Headers.Allow.ToString()),
                Is.EqualTo((405, action.IsPost ? "POST" : "GET, HEAD")),
                action.Name
            );
        }
    }

    [TestCase("GET")]
    [TestCase("HEAD")]
    public async Task Every_file_of_the_page_is_there(string method)
    {
        foreach (var name in PageFiles.Names.Where(static name => name != "index.html").Select(static name => $"/{name}").Append("/"))
        {
            var response = (await AskAsync(name, method)).Response;
            Assert.That(response.StatusCode, Is.EqualTo(200), name);
            Assert.That(response.Headers.ETag.ToString(), Has.Length.EqualTo(18), name);
            Assert.That(response.ContentLength, Is.GreaterThan(0), name);
        }
    }

    [TestCase("/livez")]
    [TestCase("/LIVEZ/")]
    [TestCase("/metrics")]
    [TestCase("/api/overview/")]
    [TestCase("/api/Alarms")]
    [TestCase("/api/tags")]
    [TestCase("/api/tags/csv")]
    [TestCase("/api/v1/session/")]
    [TestCase("/API/v1/Session")]
    [TestCase("/App.js", 404)]
    [TestCase("/index.html", 404)]
    [TestCase("/livez/x", 404)]
    [TestCase("/api", 404)]
    [TestCase("/api/", 404)]
    [TestCase("/api/tags/none", 404)]
    [TestCase("/api/v1", 404)]
    [TestCase("/api/v1/", 404)]
    [TestCase("/api/v1/session/none", 404)]
    [TestCase("//", 200)]
    [TestCase("/../secret", 404)]
    [TestCase("", 404)]
    public async Task A_path_leads_to_one_page_or_to_none(string path, int expected = 200) =>
        Assert.That((await AskAsync(path, "GET")).Response.StatusCode, Is.EqualTo(expected));

    [Test]
    public async Task The_actions_are_made_by_the_first_request_for_one()
    {
        var made = 0;
        var pages = new ServedPages(_plant.View, () => (made++, Table).Table);
        foreach (var path in (string[])["/livez", "/readyz", "/metrics", "/", "/api/overview"])
            await AskAsync(path, "GET", pages);
        Assert.That(made, Is.Zero);
        await AskAsync("/api/v1/session", "GET", pages);
        await AskAsync("/api/v1/session", "GET", pages);
        Assert.That(made, Is.EqualTo(1));
    }

    private async Task<HttpContext> AskAsync(string path, string method, ServedPages? pages = null)
    {
        var context = new DefaultHttpContext();
        context.Features.Set(new WebEndpoint(new Uri("http://127.0.0.1:8080"), IsHealth: false, HasMetrics: true));
        (context.Request.Method, context.Request.Scheme, context.Request.Host) = (method, "http", new HostString("127.0.0.1"));
        context.Request.Path = path;
        await (pages ?? _pages).ServeAsync(context);
        return context;
    }
}
