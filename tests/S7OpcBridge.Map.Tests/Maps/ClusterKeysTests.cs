using S7OpcBridge.Tests;

namespace S7OpcBridge.Map.Tests;

public sealed class ClusterKeysTests
{
    private const string Secret = "0123456789abcdef0123456789abcdef";

    private const string Server = "server: { name: edge01, namespace: urn:plant:tags, anonymous: read, security: [None] }\n",
        Foot = "\nplcs: []\n";

    private static string With(string keys) => "cluster: { " + keys + " }";

    private const string Listen = "listen: \"127.0.0.1:11111\"",
        Members = "members: { witness: \"127.0.0.1:11200\" }";

    private const string SecretKey = "secret: { file: cluster.txt }";

    [TestCase(
        "name: plant-a, node: edge01, " + Listen + ", " + SecretKey + ", " + Members,
        "plant-a, node edge01 at 127.0.0.1:11111, reached at 127.0.0.1:11111, members in witness, hot"
    )]
    [TestCase(
        "name: plant-a, node: edge01, listen: \"0.0.0.0:11111\", advertise: edge01.plant.local, "
            + SecretKey
            + ", "
            + Members
            + ", redundancy: none",
        "plant-a, node edge01 at 0.0.0.0:11111, reached at edge01.plant.local:11111, members in witness"
    )]
    [TestCase(
        "name: plant-a, node: edge01, listen: \"[::]:11111\", advertise: \"10.0.0.11:30111\", "
            + SecretKey
            + ", members: { redis: \"redis:6379,password=x\" }",
        "plant-a, node edge01 at [::]:11111, reached at 10.0.0.11:30111, members in redis, hot"
    )]
    [TestCase(
        "name: plant-a, node: edge01, " + Listen + ", " + SecretKey + ", members: { postgres: \"Host=db;Password=x\" }",
        "plant-a, node edge01 at 127.0.0.1:11111, reached at 127.0.0.1:11111, members in postgres, hot"
    )]
    public void What_the_map_says_is_taken_and_no_secret_is_in_its_summary(string keys, string summary)
    {
        var (map, findings) = Load(Server + With(keys) + Foot);
        Assert.That(findings.Where(finding => finding.Contains(" error: ")), Is.Empty);
        Assert.That((map!.Cluster!.ToString(), map.Cluster.Secret), Is.EqualTo((summary, Secret)));
    }

    [Test]
    public void The_connection_to_the_store_may_stand_in_a_file_and_the_node_is_named_like_the_machine()
    {
        using var text = Folder("secret.txt", Secret)
            .With(
                "map.yaml",
                Server
                    + With("name: plant-a, " + Listen + ", secret: { file: secret.txt }, " + "members: { postgres: { file: db.txt } }")
                    + Foot
            )
            .With("db.txt", "Host=db;Database=bridge\n");
        Protect(text, "db.txt");
        var (map, findings) = text.Load();
        Assert.That(findings, Is.Empty);
        Assert.That(
            (map!.Cluster!.Members.Store, map.Cluster.Members.Connection),
            Is.EqualTo((ClusterStore.Postgres, "Host=db;Database=bridge"))
        );
        Assert.That(map.Cluster.Node, Is.EqualTo(Environment.MachineName));
    }

    [Test]
    public void Without_the_section_there_is_no_cluster()
    {
        var (map, findings) = MapText.Load(Server + Foot);
        Assert.That(findings, Is.Empty);
        Assert.That(map!.Cluster, Is.Null);
    }

    [Test]
    public void A_PLC_may_name_the_node_that_reads_it()
    {
        var (map, findings) = Load(
            Server
                + With("name: plant-a, node: edge01, " + Listen + ", " + SecretKey + ", " + Members)
                + """

                plcs:
                  - { name: Line1, simulate: true, owner: edge02, tags: [] }
                  - { name: Line2, simulate: true, tags: [] }
                """
        );
        Assert.That(findings.Where(finding => finding.Contains(" error: ")), Is.Empty);
        Assert.That(map!.Owners, Is.EqualTo(new[] { "edge02", null }));
    }

    [Test]
    public void An_owner_without_a_cluster_is_told()
    {
        var (_, findings) = Load(Server + "plcs:\n  - { name: Line1, simulate: true, owner: edge02, tags: [ { name: A, address: MW0 } ] }");
        Assert.That(
            findings,
            Has.Member(
                "map.yaml:3:43: warning: 'owner: edge02' has no effect, because the map has no 'cluster'; add one, or remove " + "'owner'"
            )
        );
    }

    [TestCase(
        "node: edge01, " + Listen + ", " + SecretKey + ", " + Members,
        "map.yaml:2:10: error: the cluster has no name; add 'name', the same on all nodes"
    )]
    [TestCase(
        "name: plant a, " + Listen + ", " + SecretKey + ", " + Members,
        "map.yaml:2:18: error: 'name' is 'plant a'; write 1 to 63 letters, digits, dashes, dots or underscores"
    )]
    [TestCase(
        "name: plant-a, node: edge/01, " + Listen + ", " + SecretKey + ", " + Members,
        "map.yaml:2:33: error: 'node' is 'edge/01'; write 1 to 63 letters, digits, dashes, dots or underscores"
    )]
    [TestCase(
        "name: plant-a, " + SecretKey + ", " + Members,
        "map.yaml:2:10: error: the cluster has no address of this machine; add 'listen', such as 'listen: 10.0.0.11:11111'"
    )]
    [TestCase(
        "name: plant-a, listen: 11111, " + SecretKey + ", " + Members,
        "map.yaml:2:35: error: 'listen' is '11111'; write an address of this machine and a port, such as 10.0.0.11:11111"
    )]
    [TestCase(
        "name: plant-a, listen: \"0.0.0.0:11111\", redundancy: none, " + SecretKey + ", " + Members,
        "map.yaml:2:35: error: the other nodes can't connect to 0.0.0.0; write the address of this machine, or add 'advertise' with the name or address that "
            + "they use"
    )]
    [TestCase(
        "name: plant-a, " + Listen + ", advertise: \"edge01:0\", " + SecretKey + ", " + Members,
        "map.yaml:2:65: error: 'advertise' is 'edge01:0'; write a name or an address, such as edge01.plant.local, with a port where it differs from that of "
            + "'listen': edge01.plant.local:11111"
    )]
    [TestCase(
        "name: plant-a, " + Listen + ", " + Members,
        "map.yaml:2:10: error: the cluster has no secret; add 'secret: { file: cluster.txt }', the same on all nodes, made with 'openssl rand -hex 32 > "
            + "cluster.txt'"
    )]
    [TestCase(
        "name: plant-a, " + Listen + ", secret: 0123456789abcdef, " + Members,
        "map.yaml:2:62: error: the secret must be in a file of its own; write { file: cluster.txt }"
    )]
    [TestCase(
        "name: plant-a, " + Listen + ", secret: { file: short.txt }, " + Members,
        "map.yaml:2:62: error: the secret of the cluster has fewer than 16 characters; make one with 'openssl rand -hex 32', the same on all nodes"
    )]
    [TestCase(
        "name: plant-a, " + Listen + ", " + SecretKey,
        "map.yaml:2:10: error: nothing says where the list of nodes is kept; add 'members' with one of 'postgres', 'redis' and 'witness'"
    )]
    [TestCase(
        "name: plant-a, " + Listen + ", " + SecretKey + ", members: { redis: \"redis:6379\", witness: \"10.0.0.13:11200\" }",
        "map.yaml:2:94: error: the list of nodes is kept in one place; leave one of 'postgres', 'redis' and 'witness'"
    )]
    [TestCase(
        "name: plant-a, " + Listen + ", " + SecretKey + ", members: { witness: 10.0.0.13 }",
        "map.yaml:2:105: error: 'witness' is not what connects to it; write the address and port of the witness, such as 10.0.0.13:11200"
    )]
    [TestCase(
        "name: plant-a, " + Listen + ", " + SecretKey + ", members: { postgres: \"db;Password=geheim\" }",
        "map.yaml:2:106: error: 'postgres' is not what connects to it; write a connection to PostgreSQL, such as "
            + "\"Host=db;Database=bridge;Username=bridge;Password=${DB_PASSWORD}\""
    )]
    [TestCase(
        "name: plant-a, " + Listen + ", " + SecretKey + ", members: { redis: \"redis://:geheim@db\" }",
        "map.yaml:2:103: error: 'redis' is not what connects to it; write a connection to Redis, such as \"redis.plant.local:6379,password=${REDIS_PASSWORD}\""
    )]
    [TestCase(
        "name: plant-a, " + Listen + ", " + SecretKey + ", " + Members + ", redundancy: warm",
        "map.yaml:2:138: error: unknown value 'warm' for 'redundancy'; known are hot, none"
    )]
    public void What_is_missing_or_wrong_is_a_sentence(string keys, string finding) =>
        Assert.That(Load(Server + With(keys) + Foot).Findings, Is.EqualTo(new[] { finding }));

    [TestCase(
        "server: { name: edge01, anonymous: read, security: [None] }\n",
        "map.yaml:2:10: error: a cluster needs a namespace of the tags that is the same on all nodes; add 'namespace: urn:plant:tags' under 'server'"
    )]
    [TestCase(
        "server: { namespace: \"urn:plant:tags\", anonymous: read, security: [None] }\n",
        "map.yaml:2:10: error: each node of a cluster needs its own name; add 'name', such as 'name: edge01', under 'server'"
    )]
    public void What_the_server_lacks_is_a_sentence(string server, string finding) =>
        Assert.That(
            Load(server + With("name: plant-a, " + Listen + ", " + SecretKey + ", " + Members) + Foot).Findings,
            Is.EqualTo(new[] { finding })
        );

    [Test]
    public void A_server_that_other_machines_cannot_reach_stands_in_for_nobody() =>
        Assert.That(
            Load(Server + With("name: plant-a, listen: \"10.0.0.11:11111\", " + SecretKey + ", " + Members) + Foot).Findings,
            Is.EqualTo(
                new[]
                {
                    "map.yaml:2:10: warning: no client of another machine can change over to opc.tcp://localhost:4840; set 'endpoint: opc.tcp://0.0.0.0:4840' "
                        + "under 'server', or 'redundancy: none'",
                }
            )
        );

    [Test]
    public void A_file_that_is_included_has_no_cluster_of_its_own()
    {
        using var text = Folder("cluster.txt", Secret)
            .With("map.yaml", Server + "include: more.yaml\n")
            .With("more.yaml", With("name: plant-a") + Foot);
        Assert.That(
            text.Load().Findings,
            Has.Some.Contains(
                "more.yaml:1:1: error: 'cluster' belongs to the whole bridge: move it into the map that includes " + "this file"
            )
        );
    }

    private static (BridgeMap? Map, string[] Findings) Load(string text)
    {
        using var folder = Folder("cluster.txt", Secret).With("short.txt", "too short").With("map.yaml", text);
        Protect(folder, "short.txt");
        return folder.Load();
    }

    private static MapText Folder(string name, string secret)
    {
        var folder = new MapText().With(name, secret + "\n");
        Protect(folder, name);
        return folder;
    }

    private static void Protect(MapText folder, string name)
    {
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(folder.PathOf(name), UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }
}
