namespace S7OpcBridge.EndToEnd.Tests;

/// <summary><c>certs</c> and <c>users</c> without a map mean the one bridge that runs on the machine.</summary>
[TestFixture, CancelAfter(180_000), Platform("Linux"), Parallelizable]
public sealed class OneBridgeTests
{
    private const string Map = """
        server: { endpoint: "{endpoint}", anonymous: read, certificates: pki, users: users.yaml }
        plcs: [{ name: Line1, simulate: true, tags: [{ name: A, address: MW0, type: Int }] }]
        """;

    [Test]
    public async Task The_running_bridges_map_is_meant_and_of_two_none(CancellationToken cancellationToken)
    {
        // Other bridges of this machine are in other folders.
        var (sockets, elsewhere) = (
            Directory.CreateTempSubdirectory("s7opcbridge-run-").FullName,
            Directory.CreateTempSubdirectory("s7opcbridge-else-").FullName
        );
        (string, string)[] variables = [("XDG_RUNTIME_DIR", sockets), ("TMPDIR", sockets)];
        try
        {
            await using var bridge = await StartAsync(variables, cancellationToken);
            var (code, said) = await RunAsync(elsewhere, sockets, cancellationToken, "certs", "list");
            Assert.That(code, Is.Zero, said);
            Assert.That(said, Does.StartWith(Path.Combine(bridge.Folder, "pki")));
            (code, said) = await RunAsync(elsewhere, sockets, cancellationToken, "users", "list");
            Assert.That((code, said), Is.EqualTo((0, "mes: Observer; certificate 00112233445566778899AABBCCDDEEFF00112233")));

            await using var second = await StartAsync(variables, cancellationToken);
            (code, said) = await RunAsync(elsewhere, sockets, cancellationToken, "certs", "list");
            Assert.That(code, Is.EqualTo(1));
            Assert.That(
                said,
                Does.StartWith("s7opcbridge: 2 bridges run here; name one of their maps: --map ")
                    .And.Contain(Path.Combine(bridge.Folder, "map.yaml"))
                    .And.Contain(Path.Combine(second.Folder, "map.yaml"))
            );
        }
        finally
        {
            Directory.Delete(elsewhere, recursive: true);
            Directory.Delete(sockets, recursive: true);
        }
    }

    private static Task<Bridge> StartAsync((string, string)[] variables, CancellationToken cancellationToken) =>
        Bridge.StartAsync(
            Map,
            cancellationToken,
            folder =>
            {
                var users = Path.Combine(folder, "users.yaml");
                File.WriteAllText(users, "- { name: mes, certificate: 00112233445566778899AABBCCDDEEFF00112233, roles: [Observer] }\n");
                if (!OperatingSystem.IsWindows())
                    File.SetUnixFileMode(users, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            },
            variables
        );

    private static async Task<(int Code, string Said)> RunAsync(
        string folder,
        string sockets,
        CancellationToken cancellationToken,
        params string[] words
    )
    {
        await using var program = ChildProgram.Start(
            "env",
            folder,
            [$"XDG_RUNTIME_DIR={sockets}", $"TMPDIR={sockets}", .. TestedProgram.Command, .. words]
        );
        var code = await program.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken);
        return (code, program.Output.Trim());
    }
}
