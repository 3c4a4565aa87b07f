using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The console for people who do not see it well, or at all: axe-core looks at every view and dialog, in Debian's Chromium.</summary>
[TestFixture, CancelAfter(600_000)]
public sealed class PageAccessTests
{
    private const string Plant = """
        server: { name: Hall3, endpoint: "{endpoint}", anonymous: read, certificates: pki, users: users.yaml, history: { store: history } }
        web: { listen: "{page}" }
        alarms: { default: Errors, system: false, classes: { Errors: { severity: 800, confirm: true } } }
        plcs:
          - name: Line1
            simulate: true
            profile: s7-1500
            tags:
              - { name: Motor/Speed, address: DB1.DBD0, type: Real, access: readwrite, limits: [0, 3000], unit: rpm, history: true }
              - { name: Motor/Shown, address: DB1.DBW6, type: Int }
              - { name: Overload, address: DB1.DBX12.0, access: readwrite, alarm: { text: Overload } }
          - name: Line2
            host: 127.0.0.1
            port: 1
            profile: s7-300
            tags: [{ name: Level, address: DB1.DBD0, type: Real }]
        """;

    [Test]
    public async Task Axe_finds_nothing_in_any_view_or_dialog(CancellationToken cancellationToken)
    {
        Interop.RequireProgram("/usr/bin/chromium", "apt-get install -y chromium");
        await Interop.RequireAsync("playwright-core", "axe-core");
        var page = $"http://127.0.0.1:{FreePort.Next()}";
        await using var bridge = await Bridge.StartAsync(
            Plant.Replace("{page}", page, StringComparison.Ordinal),
            cancellationToken,
            static folder => PageUsers.Write(folder, ("anna", "SecurityAdmin, ConfigureAdmin, Supervisor, Operator"))
        );
        var seen = await Interop.RunAsync("access-page.js", cancellationToken, page + "/", "anna");
        Assert.Multiple(() =>
        {
            Assert.That(seen.GetProperty("found").EnumerateArray().Select(static each => each.GetString()), Is.Empty);
            Assert.That(seen.GetProperty("views").GetArrayLength(), Is.GreaterThan(7));
            Assert.That(seen.GetProperty("dialogs").GetArrayLength(), Is.GreaterThan(3));
            Assert.That(seen.GetProperty("passed").GetInt32(), Is.GreaterThan(500), "rules that were held, all looks together");
        });
    }
}
