using System.CommandLine;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.Commands;
using S7OpcBridge.History;
using S7OpcBridge.Identity;

namespace S7OpcBridge.Tests;

/// <summary>Every command that takes a map, with the name of the map as people write it, and from where they are.</summary>
[NonParallelizable, CancelAfter(60_000)]
public sealed class MapNameTests
{
    // The words after the command, with {map} for the name; the exit code; and the word after which a command that stays is stopped.
    private static readonly Dictionary<string, (string Words, int ExitCode, string? Until)> Commands = new()
    {
        ["run"] = ("{map}", 0, "Ctrl+C"),
        ["validate"] = ("{map}", 0, null),
        ["plan"] = ("{map}", 0, null),
        ["doctor"] = ("{map}", 0, null),
        ["watch"] = ("{map}", 0, "Line1/A"),
        ["tags"] = ("{map}", 0, null),
        ["simulate"] = ("{map} --port {port}", 0, "Soft PLCs are running"),
        // No bridge runs.
        ["health"] = ("{map}", 1, null),
        ["cluster status"] = ("{map}", 1, null),
        // The map has no cluster.
        ["cluster forget"] = ("edge02 {map}", 1, null),
        ["history list"] = ("{map}", 0, null),
        ["history export"] = ("{map} -o {folder}/values.csv", 0, null),
        ["history verify"] = ("{map}", 0, null),
        ["history compact"] = ("{map}", 0, null),
        ["report"] = ("{map} -o {folder}/report.zip", 0, null),
        // A service sees no /tmp.
        ["service install"] = ("{map}", 1, null),
        ["certs list"] = ("--map {map}", 0, null),
        ["certs trust"] = ("last --map {map}", 1, null),
        ["certs untrust"] = ("FF --map {map}", 1, null),
        ["certs create"] = ("--map {map} --bits 2048", 0, null),
        ["certs csr"] = ("--map {map} --out {folder}/edge.csr", 0, null),
        ["certs export"] = ("--map {map} --out {folder}/edge.der", 0, null),
        ["users add"] = ("hmi --role Observer --map {map} --certificate {folder}/edge.der", 0, null),
        ["users list"] = ("--map {map}", 0, null),
        ["users remove"] = ("mes --map {map}", 0, null),
        ["users revoke"] = ("report --map {map}", 0, null),
        ["import"] = ("{folder}/tags.csv -o {map}", 0, null),
    };

    private const string Hash =
        "$pbkdf2-sha512$210000$AAECAwQFBgcICQoLDA0ODw$xWv0DmVZQrlldAet.u64TxPRvhIzYRcXqQdMPyDWwPcWuzIQPWFI3LHGj9vz2wmA9OnyrEjW9Zr0.cRBkLmleQ";

    private static readonly DateTimeOffset Day = new(2026, 1, 31, 12, 0, 0, TimeSpan.Zero);

    private static async Task<MapText> MakeAsync(string command)
    {
        var map = new MapText()
            .With(
                "plant.yaml",
                """
                server: { anonymous: read, users: users.yaml, history: { store: history }, endpoint: "opc.tcp://127.0.0.1:0" }
                web: false
                plcs:
                  - { name: Line1, host: 127.0.0.1, simulate: true, tags: [ { name: A, address: MW0, type: Int, history: true } ] }
                """.Replace(":0\"", $":{FreePort.Next()}\"")
            )
            .With("users.yaml", $"- {{ name: mes, password: \"{Hash}\", roles: [Operator] }}\n")
            .With(
                "tags.csv",
                "Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate\n\"B\",\"DB1.DBW2\",\"Short\",1,\"R/W\",100\n"
            )
            .With("elsewhere/readme.txt", "");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(map.PathOf("users.yaml"), UnixFileMode.UserRead | UnixFileMode.UserWrite);
        if (command is "certs export" or "users add")
        {
            await Shell.RunAsync("certs", "create", "--map", map.PathOf("plant.yaml"), "--bits", "2048");
            await Shell.RunAsync("certs", "export", "--map", map.PathOf("plant.yaml"), "--out", map.PathOf("edge.der"));
        }
        if (command == "users revoke")
            TokensFile.Write(
                map.PathOf("users.tokens.json"),
                [new ScriptToken("report", "mes", "key", ["Operator"], new string('0', 64), Day, Day.AddDays(30))]
            );
        if (command.StartsWith("history", StringComparison.Ordinal))
            await (
                await HistoryStore.OpenAsync(new() { Folder = map.PathOf("history") }, TimeProvider.System, NullLogger.Instance, default)
            ).DisposeAsync();
        if (command == "import")
            File.Delete(map.PathOf("plant.yaml"));
        return map;
    }

    [TestCaseSource(nameof(Leaves))]
    public async Task A_command_takes_a_map_by_its_bare_name_its_full_one_and_from_another_folder(string command)
    {
        var (words, exitCode, until) = Commands[command];
        var wasIn = Environment.CurrentDirectory;
        try
        {
            foreach (
                var (start, name) in new[] { ("", "plant.yaml"), ("elsewhere", "{folder}/plant.yaml"), ("elsewhere", "../plant.yaml") }
            )
            {
                using var map = await MakeAsync(command);
                var folder = Path.GetDirectoryName(map.PathOf("plant.yaml"))!;
                Environment.CurrentDirectory = Path.Combine(folder, start);
                var filled = words.Replace("{map}", name).Replace("{folder}", folder).Replace("{port}", $"{FreePort.Next()}");
                var shell = await RunAsync([.. command.Split(' '), .. filled.Split(' ')], until);
                Assert.That(shell.ExitCode, Is.EqualTo(exitCode), $"{command} {name}: {shell.Output} {shell.Error}");
                Assert.That(shell.Error, Does.Not.Contain("internal error"), name);
                Assert.That(
                    Directory.EnumerateFileSystemEntries(map.PathOf("elsewhere")).Select(Path.GetFileName),
                    Is.EqualTo(new[] { "readme.txt" }),
                    "nothing is made where the command was typed"
                );
                Environment.CurrentDirectory = wasIn;
            }
        }
        finally
        {
            Environment.CurrentDirectory = wasIn;
        }
    }

    private static IEnumerable<string> Leaves() => Below(CommandLine.Build());

    // A new command that takes a map has no row above, and fails.
    private static IEnumerable<string> Below(Command command) =>
        command.Subcommands.Count > 0 ? command.Subcommands.SelectMany(Below)
        : command.Arguments.Any(argument => argument.Name is "map")
        || command.Options.Any(option => option.HelpName == "MAP" || option.Name == "--map")
        || Commands.ContainsKey(CommandExamples.PathOf(command))
            ? [CommandExamples.PathOf(command)]
        : [];

    private static async Task<Shell> RunAsync(string[] args, string? until)
    {
        if (until is null)
            return await Shell.RunAsync(args);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.CurrentContext.CancellationToken);
        var (output, error) = (new WaitingWriter(until), new StringWriter());
        var running = CommandLine.RunAsync(args, output, error, stop.Token);
        await Task.WhenAny(output.Seen, running);
        await stop.CancelAsync();
        return new Shell(await running, output.ToString(), error.ToString());
    }
}
