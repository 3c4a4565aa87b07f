using S7OpcBridge.Startup;

namespace S7OpcBridge.Tests.Startup;

/// <summary>The native build runs every map but those of a cluster.</summary>
public sealed class ProgramBuildTests
{
    private const string Line =
        "server: { name: n1, namespace: urn:tags, anonymous: read, security: [None] }\n"
        + "plcs: [ { name: L, host: h, profile: s7-1500, tags: { A: MW0 Int } } ]\n";

    private const string Cluster =
        "cluster: { name: a, node: n1, listen: 127.0.0.1:11111, secret: { file: secret.txt }, members: { witness: 127.0.0.1:11200 } }\n";

    [Test]
    public void A_build_without_clusters_refuses_the_map_of_a_node_and_says_what_to_take()
    {
        using var text = new MapText().With("secret.txt", "a-secret-of-more-than-sixteen-letters\n").With("map.yaml", Line + Cluster);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(text.PathOf("secret.txt"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        var (map, findings) = text.Load();
        Assert.That(findings.Where(static finding => finding.Contains("error")), Is.Empty);
        var refusal = ProgramBuild.WhyNot(map!, hasCluster: false);
        Assert.That(
            refusal,
            Does.Contain("map.yaml").And.Contain("the native build").And.Contain("docs/deploy.md").And.Contain("remove 'cluster'")
        );
        Assert.That(ProgramBuild.WhyNot(map!, hasCluster: true), Is.Null);
    }

    [Test]
    public void It_runs_a_map_without_a_cluster()
    {
        using var text = new MapText().With("map.yaml", Line);
        Assert.That(ProgramBuild.WhyNot(text.Load().Map!, hasCluster: false), Is.Null);
    }

    [Test]
    public void The_program_as_it_is_built_here_has_clusters() => Assert.That(ProgramBuild.HasCluster, Is.True);
}
