using System.Net;

namespace S7OpcBridge.Web.Tests;

/// <summary>Who may choose: the browser of the user who started the import, and nobody else.</summary>
[CancelAfter(60_000)]
public sealed class ImportPageGuardTests
{
    [Test]
    public async Task The_printed_address_works_once_and_leads_to_another_key()
    {
        await using var page = await ImportPageFixture.StartAsync();
        Assert.That(page.Address.Host, Is.EqualTo("127.0.0.1"));
        await page.OpenAsync();
        Assert.That(page.Page, Has.Length.EqualTo(50).And.Not.Contain(page.Address.AbsolutePath));
        using var again = await page.Client.GetAsync(page.Address);
        Assert.That((int)again.StatusCode, Is.EqualTo(403));
        Assert.That(await again.Content.ReadAsStringAsync(), Does.Contain("works once").And.Contain("Ctrl+C"));
        Assert.That(page.Opened, Has.Count.EqualTo(1));
        Assert.That(await page.Client.GetStringAsync(page.Page), Does.Contain("<html data-import ").And.Contain("app.js"));
    }

    [Test]
    public async Task A_browser_that_looks_ahead_does_not_use_the_address_up()
    {
        await using var page = await ImportPageFixture.StartAsync();
        using var ahead = new HttpRequestMessage(HttpMethod.Get, page.Address) { Headers = { { "Sec-Purpose", "prefetch;prerender" } } };
        using var head = new HttpRequestMessage(HttpMethod.Head, page.Address);
        Assert.That((int)(await page.Client.SendAsync(ahead)).StatusCode, Is.EqualTo(503));
        Assert.That((int)(await page.Client.SendAsync(head)).StatusCode, Is.EqualTo(503));
        await page.OpenAsync();
    }

    [TestCase("/")]
    [TestCase("/index.html")]
    [TestCase("/api/v1/import/overview")]
    [TestCase("/000000000000000000000000000000000000000000000000/api/v1/import/overview")]
    [TestCase("/000000000000000000000000000000000000000000000000/")]
    public async Task Without_the_key_nothing_is_told(string path)
    {
        await using var page = await ImportPageFixture.StartAsync();
        await page.OpenAsync();
        using var answer = await page.Client.GetAsync(path);
        Assert.That((int)answer.StatusCode, Is.EqualTo(403));
        Assert.That(await answer.Content.ReadAsStringAsync(), Does.Not.Contain("Line1"));
    }

    [Test]
    public async Task The_key_of_the_printed_address_opens_no_data()
    {
        await using var page = await ImportPageFixture.StartAsync();
        using var answer = await page.Client.GetAsync($"{page.Address.AbsolutePath}/api/v1/import/overview");
        Assert.That((int)answer.StatusCode, Is.EqualTo(403));
        Assert.That(page.Opened, Is.Empty);
    }

    [TestCase("evil.example", ExpectedResult = HttpStatusCode.MisdirectedRequest)]
    [TestCase("127.0.0.1.evil.example", ExpectedResult = HttpStatusCode.MisdirectedRequest)]
    [TestCase("192.168.0.7", ExpectedResult = HttpStatusCode.MisdirectedRequest)]
    [TestCase("localhost", ExpectedResult = HttpStatusCode.OK)]
    public async Task<HttpStatusCode> Another_name_for_this_machine_is_refused(string host)
    {
        await using var page = await ImportPageFixture.StartAsync();
        await page.OpenAsync();
        using var request = new HttpRequestMessage(HttpMethod.Get, $"{page.Page}api/v1/import/overview") { Headers = { Host = host } };
        using var answer = await page.Client.SendAsync(request);
        return answer.StatusCode;
    }

    [TestCase("http://evil.example", "application/json", ExpectedResult = 403)]
    [TestCase("http://127.0.0.1", "application/json", ExpectedResult = 403, Description = "a page of another port")]
    [TestCase("null", "application/json", ExpectedResult = 403)]
    [TestCase(null, "application/json", ExpectedResult = 403)]
    [TestCase("own", "text/plain", ExpectedResult = 415)]
    [TestCase("own", "application/x-www-form-urlencoded", ExpectedResult = 415)]
    [TestCase("own", "application/json", ExpectedResult = 200)]
    public async Task<int> Only_the_page_itself_may_change_something(string? origin, string type)
    {
        await using var page = await ImportPageFixture.StartAsync();
        await page.OpenAsync();
        using var answer = await page.SendAsync("import/change", """{ "id": 0, "tick": true }""", origin, type);
        var rows = await page.PostAsync("import/rows", new { count = 1 });
        Assert.That(rows.GetProperty("ticked").GetInt32(), Is.EqualTo(answer.IsSuccessStatusCode ? 4 : 0));
        return (int)answer.StatusCode;
    }

    [Test]
    public async Task Answers_are_kept_from_other_pages_and_from_caches()
    {
        await using var page = await ImportPageFixture.StartAsync();
        await page.OpenAsync();
        using var answer = await page.Client.GetAsync(page.Page);
        string Header(string name) => string.Join(", ", answer.Headers.TryGetValues(name, out var values) ? values : []);
        Assert.Multiple(() =>
        {
            Assert.That(Header("Content-Security-Policy"), Does.Contain("default-src 'self'").And.Contain("frame-ancestors 'none'"));
            Assert.That(Header("X-Content-Type-Options"), Is.EqualTo("nosniff"));
            Assert.That(Header("Referrer-Policy"), Is.EqualTo("no-referrer"));
            Assert.That(Header("Cross-Origin-Resource-Policy"), Is.EqualTo("same-origin"));
            Assert.That(Header("Access-Control-Allow-Origin"), Is.Empty);
        });
    }

    [Test]
    public async Task What_the_page_would_not_send_is_refused_and_harms_nothing()
    {
        await using var page = await ImportPageFixture.StartAsync();
        await page.OpenAsync();
        (string What, string Json)[] wrong =
        [
            ("import/change", "{"),
            ("import/change", "[]"),
            ("import/change", "null"),
            ("import/change", """{ "id": 99 }"""),
            ("import/change", """{ "id": -1, "tick": true }"""),
            ("import/change", """{ "id": 0, "access": "all" }"""),
            ("import/change", """{ "id": 0, "other": 1 }"""),
            ("import/rows", """{ "from": -1, "count": 5 }"""),
            ("import/rows", """{ "count": 501 }"""),
            ("import/rows", $$"""{ "search": "{{new string('x', 400)}}" }"""),
            ("import/rows", """{ "search": null, "count": 5 }"""),
            ("import/rows", """{ "toggled": null, "count": 5 }"""),
        ];
        foreach (var (what, json) in wrong)
        {
            using var answer = await page.SendAsync(what, json);
            Assert.That((int)answer.StatusCode, Is.EqualTo(400), $"{what} {json}");
        }
        using var large = await page.SendAsync(
            "import/rows",
            $$"""{ "toggled": [{{string.Join(',', Enumerable.Repeat("123456", 200_000))}}] }"""
        );
        Assert.That((int)large.StatusCode, Is.EqualTo(413));
        Assert.That((await page.PostAsync("import/rows", new { count = 50 })).GetProperty("total").GetInt32(), Is.EqualTo(4));
    }
}
