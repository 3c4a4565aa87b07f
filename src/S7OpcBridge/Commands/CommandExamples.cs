using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using S7OpcBridge.Map;

namespace S7OpcBridge.Commands;

/// <summary>Examples shown below the help of each command.</summary>
internal static class CommandExamples
{
    /// <summary>The words of an example by the words of the command; "" is the program itself.</summary>
    public static readonly IReadOnlyDictionary<string, string> All = new Dictionary<string, string>
    {
        [""] = "run plant.yaml",
        ["run"] = "run plant.yaml --simulate",
        ["validate"] = "validate plant.yaml",
        ["plan"] = "plan plant.yaml --live",
        ["doctor"] = "doctor plant.yaml --plc Line1",
        ["watch"] = "watch plant.yaml Motor '*/Speed'",
        ["tags"] = "tags plant.yaml --format publishednodes > publishednodes.json",
        ["simulate"] = "simulate plant.yaml --port 10200",
        ["health"] = "health plant.yaml",
        ["cluster"] = "cluster status plant.yaml",
        ["cluster status"] = "cluster status plant.yaml --format json",
        ["cluster forget"] = "cluster forget edge03 plant.yaml",
        ["witness"] = "witness --listen 10.0.0.13:11200 --store witness.json --secret cluster.txt",
        ["schema"] = "schema -o schema.json",
        ["import"] = "import tags.csv -o plant.yaml --host 192.168.0.10 --browse",
        ["history"] = "history list plant.yaml",
        ["history list"] = "history list plant.yaml",
        ["history export"] = "history export plant.yaml --tag Line1/Motor/Speed --from 2026-11-22 --until 2026-11-23 -o speed.csv",
        ["history verify"] = "history verify plant.yaml",
        ["history compact"] = "history compact --store /var/lib/s7opcbridge/history",
        ["report"] = "report plant.yaml -o report.zip",
        ["service"] = "service install /etc/s7opcbridge/config/bridge.yaml",
        ["service install"] = "service install /etc/s7opcbridge/line2.yaml --name s7opcbridge-line2",
        ["service remove"] = "service remove --name s7opcbridge-line2",
        ["service status"] = "service status",
        ["certs"] = "certs trust last",
        ["certs list"] = "certs list --map plant.yaml",
        ["certs trust"] = "certs trust 2335AF",
        ["certs untrust"] = "certs untrust 2335AF",
        ["certs create"] = "certs create --bits 3072 --map plant.yaml",
        ["certs csr"] = "certs csr --out edge01.csr",
        ["certs export"] = "certs export --out edge01.der",
        ["users"] = "users add mes --role Operator --map plant.yaml",
        ["users add"] = "users add mes --role Operator --map plant.yaml",
        ["users list"] = "users list --map plant.yaml",
        ["users remove"] = "users remove mes --map plant.yaml",
        ["users revoke"] = "users revoke report --map plant.yaml",
    };

    /// <summary>Adds the examples to the help of all commands.</summary>
    public static void ShowIn(RootCommand root)
    {
        var help = root.Options.OfType<HelpOption>().Single();
        help.Action = new HelpWithExample((SynchronousCommandLineAction)help.Action!);
    }

    /// <summary>The words of a command, without the program's name.</summary>
    public static string PathOf(Command command) =>
        command.Parents.OfType<Command>().FirstOrDefault() is { } parent ? $"{PathOf(parent)} {command.Name}".TrimStart() : "";

    private sealed class HelpWithExample(SynchronousCommandLineAction help) : SynchronousCommandLineAction
    {
        // Help is shown even where required arguments are missing.
        public override bool ClearsParseErrors => true;

        public override int Invoke(ParseResult parseResult)
        {
            var exitCode = help.Invoke(parseResult);
            if (All.TryGetValue(PathOf(parseResult.CommandResult.Command), out var example))
                parseResult.InvocationConfiguration.Output.WriteLine(
                    $"Example:{Environment.NewLine}  " + $"{ProgramInvocation.Command(example)}{Environment.NewLine}"
                );
            return exitCode;
        }
    }
}
