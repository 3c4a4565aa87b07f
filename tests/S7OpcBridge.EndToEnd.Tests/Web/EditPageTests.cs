using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>Editing the map on the page in a real browser, Debian's Chromium. The pictures are beside the test's results.</summary>
[TestFixture, CancelAfter(600_000), Parallelizable]
public sealed class EditPageTests
{
    private const string Plant = """
        # Hall 3, as the mechanic wrote it
        server: { name: Hall3, endpoint: "{endpoint}", anonymous: read, certificates: pki, users: users.yaml }
        web: { listen: "{page}" }
        plcs:
          - name: Line1
            simulate: true
            profile: s7-1500
            tags:
              - { name: Speed,  address: DB1.DBD0, type: Real }   # two blanks, on purpose
              - { name: Runs,   address: DB1.DBX4.0 }
              - { name: "<img src=x onerror=alert(1)>", address: DB1.DBW10, type: Int }
        """;

    [Test]
    public async Task A_map_is_edited_as_text_mended_reviewed_saved_and_put_back(CancellationToken cancellationToken)
    {
        Interop.RequireProgram("/usr/bin/chromium", "apt-get install -y chromium");
        await Interop.RequireAsync("playwright-core");
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        var folder = "";
        await using var bridge = await Bridge.StartAsync(
            Plant.Replace("{page}", page, StringComparison.Ordinal),
            cancellationToken,
            made => PageUsers.Write(folder = made, ("anna", "ConfigureAdmin"))
        );
        var map = Directory.EnumerateFiles(folder, "*.yaml").Single(file => Path.GetFileName(file) != "users.yaml");
        var pictures = Directory.CreateDirectory(Path.Combine(TestContext.CurrentContext.WorkDirectory, "edit-page")).FullName;
        var seen = await Interop.RunAsync("edit-page.js", cancellationToken, page + "/", pictures, map);
        foreach (var picture in Directory.EnumerateFiles(pictures, "*.png"))
            TestContext.AddTestAttachment(picture);
        Assert.Multiple(() =>
        {
            Assert.That(seen.GetProperty("strangerSees").GetBoolean(), Is.False);
            Assert.That(seen.GetProperty("strangerTold").GetString(), Does.Contain("Log in as a user with the role ConfigureAdmin"));
            Assert.That(PageUsers.TextsOf(seen, "files"), Is.EqualTo(new[] { Path.GetFileName(map) }), "the users are not among them");

            Assert.That(seen.GetProperty("finding").GetString(), Does.StartWith("line 9").And.Contain("Reel"));
            Assert.That(seen.GetProperty("mark").GetString(), Does.Contain("✖").And.Contain("9"));
            Assert.That(seen.GetProperty("barErrors").GetString(), Does.Contain("1 change not saved").And.Contain("1 error"));
            Assert.That(seen.GetProperty("jumped").GetInt32(), Is.EqualTo(9));
            Assert.That(seen.GetProperty("mayNotSave").GetBoolean(), Is.True, "with an error");

            Assert.That(PageUsers.TextsOf(seen, "offered"), Has.Length.EqualTo(1).And.All.StartsWith("unit"));
            Assert.That(seen.GetProperty("line").GetString(), Is.EqualTo("      - { name: Level, address: MW20, type: Int, unit: mm }"));
            Assert.That(seen.GetProperty("help").GetString(), Does.StartWith("unit: "));

            Assert.That(seen.GetProperty("bar").GetString(), Is.EqualTo("1 change not saved"));
            Assert.That(PageUsers.TextsOf(seen, "effect"), Does.Contain("1 tag is added."));
            Assert.That(PageUsers.TextsOf(seen, "come"), Is.EqualTo(new[] { "- { name: Level, address: MW20, type: Int, unit: mm }" }));
            Assert.That(PageUsers.TextsOf(seen, "go"), Is.Empty);
            Assert.That(seen.GetProperty("signs")[0].GetString(), Does.StartWith("+"), "not by colour alone");
            Assert.That(seen.GetProperty("told").GetString(), Does.StartWith("Saved: ").And.EndWith("The bridge loads the map again."));
            Assert.That(seen.GetProperty("barAfter").GetBoolean(), Is.False);
            Assert.That(
                seen.GetProperty("saved").GetString(),
                Does.Contain("name: Speed,  address: DB1.DBD0, type: Real }   # two blanks, on purpose")
            );

            Assert.That(seen.GetProperty("conflict").GetString(), Does.StartWith("anna changed "));
            Assert.That(PageUsers.TextsOf(seen, "theirs"), Is.EqualTo(new[] { "- { name: Level, address: MW22, type: Int, unit: mm }" }));
            Assert.That(seen.GetProperty("conflictSave").GetBoolean(), Is.True);
            Assert.That(seen.GetProperty("startedAgain").GetBoolean(), Is.True);

            Assert.That(
                PageUsers.TextsOf(seen, "versions"),
                Is.EqualTo(new[] { "saved by anna, present", "saved by anna, Show", "written by hand, Show" })
            );
            Assert.That(seen.GetProperty("same").GetBoolean(), Is.True, "to the byte");
            Assert.That(PageUsers.TextsOf(seen, "refused"), Has.Length.EqualTo(3).And.All.Contains("Raal"));
            Assert.That((seen.GetProperty("phone").GetInt32(), seen.GetProperty("phoneReview").GetInt32()), Is.EqualTo((360, 360)));
            Assert.That(seen.GetProperty("sure").GetString(), Is.EqualTo("Really discard 1 change?"));
            Assert.That(PageUsers.TextsOf(seen, "complaints"), Is.Empty);
            Assert.That(PageUsers.TextsOf(seen, "elsewhere"), Is.Empty);
        });
        Assert.That(bridge.Program.Output, Does.Contain("PAGE map/save by 'anna'").And.Contain("anna saved it on the page"));
    }
}
