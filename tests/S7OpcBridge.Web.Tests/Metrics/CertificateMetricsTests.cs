using S7OpcBridge.Identity;
using S7OpcBridge.Identity.Tests;
using S7OpcBridge.Testing;
using S7OpcBridge.Web.Certificates;
using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.Web.Tests;

/// <summary>When certificates run out, as a figure and on the page.</summary>
[CancelAfter(60_000)]
public sealed class CertificateMetricsTests
{
    [Test]
    public void The_servers_own_and_all_that_are_trusted_have_a_figure()
    {
        using var folder = new StoreFolder();
        using var client = UaTestAuthority.SelfSigned("mes", TimeProvider.System.GetUtcNow());
        using var user = UaTestAuthority.SelfSigned("anna", TimeProvider.System.GetUtcNow());
        using var rejected = UaTestAuthority.SelfSigned("stranger", TimeProvider.System.GetUtcNow());
        folder.Stores.Trust([client]);
        folder.Stores.Users.Trust([user]);
        folder.Stores.Reject([rejected], TimeProvider.System.GetUtcNow());
        var certificates = ServerCertificates.Open(
            folder.Settings with
            {
                Security = [.. folder.Settings.Security, "ECC_nistP256"],
            },
            TimeProvider.System,
            folder
        );

        var sink = new Figures();
        CertificateMetrics.All.Single().Read(NoBridge.View(TimeProvider.System) with { Certificates = certificates.Known }, sink);
        Assert.That(
            sink.Values.Keys.Select(labels => labels.Value1),
            Is.EquivalentTo(new[] { "own", "own/nistP256", "trusted", "users/trusted" })
        );
        Assert.That(
            sink.Values[new Labels("store", "own", "thumbprint", certificates.Own[0].Certificate.Thumbprint)],
            Is.EqualTo(new DateTimeOffset(certificates.Own[0].Certificate.NotAfter).ToUnixTimeSeconds())
        );
        Assert.That(sink.Values, Does.ContainKey(new Labels("store", "trusted", "thumbprint", client.Thumbprint)));
    }

    [Test]
    public async Task The_page_has_the_servers_thumbprint_and_who_is_trusted(CancellationToken cancellationToken)
    {
        await using var plant = await ShownPlant.StartAsync(
            "  - { name: Line1, host: h, enabled: false, tags: [] }",
            cancellationToken,
            reads: false
        );
        var now = TimeProvider.System.GetUtcNow();
        plant.Certificates =
        [
            new("own", "CN=edge01", "urn:s7opcbridge:edge01", "AA", now.AddDays(10.5), false),
            new("trusted", "CN=z", "", "BB", now.AddDays(-0.5), false),
            new("users/trusted", "CN=anna", "", "CC", now.AddDays(400), true),
        ];
        var view = TrustView.From(plant.View);
        Assert.That(view.Own.Select(each => (each.Thumbprint, each.DaysLeft)), Is.EqualTo(new[] { ("AA", 10) }));
        Assert.That(
            view.Trusted.Select(each => (each.Name, each.DaysLeft, each.IsAuthority)),
            Is.EqualTo(new[] { ("CN=anna", 399, true), ("CN=z", -1, false) })
        );
    }

    private sealed class Figures : MetricSink
    {
        public Dictionary<Labels, double> Values { get; } = [];

        public override void Value(double value, in Labels labels = default) => Values.Add(labels, value);

        public override void Histogram(Core.CycleTimes times, in Labels labels) => throw new NotSupportedException();
    }
}
