using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>An engineer edits tags on the page, in a real browser, Debian's Chromium. The pictures are beside the test's results.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable]
public sealed class TagEditPageTests
{
    private const string Plant = """
        # Hall 3
        server: { name: Hall3, endpoint: "{endpoint}", anonymous: read, certificates: pki, users: users.yaml }
        web: { listen: "{page}" }
        plcs:
          - name: Line1
            simulate: true
            profile: s7-1500
            tags:
              - { name: Last, address: DB1.DBD96, type: Real }   # the block is this long
              - { name: "<img src=x onerror=alert(1)>, <b>A&B</b>", address: DB1.DBW90, type: Int, description: "<script>alert(2)</script>" }
              - group: Motor
                db: 1
                tags:
                  Speed: 80.0 Real, rpm

        """;

    [Test]
    public async Task Twenty_rows_of_a_spreadsheet_become_tags_with_values(CancellationToken cancellationToken)
    {
        Interop.RequireProgram("/usr/bin/chromium", "apt-get install -y chromium");
        await Interop.RequireAsync("playwright-core");
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        await using var bridge = await Bridge.StartAsync(
            Plant.Replace("{page}", page, StringComparison.Ordinal),
            cancellationToken,
            static folder => PageUsers.Write(folder, ("carl", "ConfigureAdmin"))
        );
        var pictures = Directory.CreateDirectory(Path.Combine(TestContext.CurrentContext.WorkDirectory, "tag-edit-page")).FullName;
        var seen = await Interop.RunAsync("tag-edit-page.js", cancellationToken, page + "/", pictures);
        foreach (var picture in Directory.EnumerateFiles(pictures, "*.png"))
            TestContext.AddTestAttachment(picture);
        var text = await File.ReadAllTextAsync(Path.Combine(bridge.Folder, "map.yaml"), cancellationToken);
        Assert.Multiple(() =>
        {
            Assert.That(seen.GetProperty("stranger").GetString(), Does.Contain("ConfigureAdmin"));
            Assert.That(
                PageUsers.TextsOf(seen, "before"),
                Is.EqualTo(new[] { "Last", "<img src=x onerror=alert(1)>, <b>A&B</b>", "Motor", "Motor/Speed" }),
                "names are text"
            );
            Assert.That(seen.GetProperty("hostile").GetInt32(), Is.Zero);
            Assert.That(
                seen.GetProperty("pasted").GetString(),
                Does.Contain("20 tags").And.Contain("Price"),
                "what a tag does not have is named"
            );
            Assert.That(seen.GetProperty("wrong").GetString(), Does.Contain("DBQ24"));
            Assert.That(seen.GetProperty("wrongs").GetInt32(), Is.EqualTo(1), "at its cell and nowhere else");
            Assert.That(seen.GetProperty("typed").GetString(), Does.Contain("not allowed after the address DB1.DBD2"));
            Assert.That(seen.GetProperty("keys").GetInt32(), Is.GreaterThan(15), "every key of a tag, with its help");
            Assert.That(seen.GetProperty("peeked").GetString(), Is.EqualTo("Read once: 2 values, 2 good."));
            Assert.That(seen.GetProperty("now").GetString(), Is.Not.Empty);
            Assert.That(seen.GetProperty("load").GetString(), Does.Contain("3 → 23"));
            Assert.That(seen.GetProperty("undone").GetString(), Is.EqualTo("Taken back."));
            Assert.That(
                seen.GetProperty("move").GetRawText(),
                Does.Contain("\"kind\":\"move\"").And.Contain("Pump2/Speed").And.Contain("\"by\":-1")
            );
            Assert.That(seen.GetProperty("udtWrong").GetString(), Does.Contain("Rael"));
            Assert.That(
                PageUsers.TextsOf(seen, "udt"),
                Is.EqualTo(
                    new[]
                    {
                        "insert types",
                        "rename types/Motor",
                        "insert types/Drive",
                        "insert types/Drive",
                        "set types/Drive/Speed/type",
                        "move types/Drive/Speed",
                    }
                )
            );
            Assert.That(seen.GetProperty("phone").GetInt32(), Is.EqualTo(360));
            Assert.That(seen.GetProperty("cards").GetBoolean(), Is.False, "no row lies over another");
            Assert.That(seen.GetProperty("live").GetString(), Does.Contain("Pump7/Speed").And.Contain("Good"));
            Assert.That(PageUsers.TextsOf(seen, "complaints"), Is.Empty);
            Assert.That(PageUsers.TextsOf(seen, "elsewhere"), Is.Empty);
            Assert.That(text, Does.Contain("# Hall 3").And.Contain("# the block is this long").And.Contain("Speed: 80.0 Real, rpm\n"));
            Assert.That(text, Does.Contain("name: Pump7/Speed, address: DB1.DBD24, type: Real").And.Not.Contain("Price"));
            Assert.That(bridge.Program.Output, Does.Contain("PAGE map/peek by 'carl'").And.Contain("PAGE map/save by 'carl'"));
        });
    }
}
