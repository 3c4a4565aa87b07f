using System.CommandLine;
using System.CommandLine.Parsing;
using S7OpcBridge.Map;
using S7OpcBridge.Startup;

namespace S7OpcBridge.Commands.Arguments;

/// <summary>The map argument of all commands, and loading with findings on standard error.</summary>
internal static class MapCommand
{
    public const string DefaultMap = BridgeMap.DefaultPath;

    /// <summary>The option that names the map of a command without a map argument.</summary>
    public const string Option = "--map";

    public static Argument<string> Argument() => Checked(new Argument<string>("map") { Description = "The tag map, a YAML file." });

    public static Argument<string[]> SeveralArgument()
    {
        var maps = new Argument<string[]>("map") { Description = "The tag maps, YAML files.", Arity = ArgumentArity.OneOrMore };
        maps.Validators.Add(RefuseOptions);
        return maps;
    }

    public static Argument<string> OptionalArgument() =>
        Checked(
            new Argument<string>("map")
            {
                Description = $"The tag map, a YAML file. Default {DefaultMap}.",
                DefaultValueFactory = _ => DefaultMap,
            }
        );

    /// <summary>Loads the map; null where it has errors. All findings are printed.</summary>
    public static BridgeMap? Load(ParseResult parsed, Argument<string> argument) =>
        Load(parsed.GetRequiredValue(argument), parsed.InvocationConfiguration.Error);

    /// <summary>Loads the map at a path.</summary>
    /// <param name="path">The map.</param>
    /// <param name="error">Receives the findings.</param>
    /// <param name="onlyErrors">True: warnings are printed only where there are errors, too; for commands that only need the server's settings.</param>
    public static BridgeMap? Load(string path, TextWriter error, bool onlyErrors = false)
    {
        var findings = new FindingList();
        var map = MapLoader.Load(path, findings);
        var sorted = onlyErrors && map is not null ? [] : findings.Sorted;
        foreach (var finding in sorted)
            error.WriteLine(finding);
        if (map is null)
        {
            var errors = sorted.Count(f => f.IsError);
            // A map that was written for a newer version is the usual cause after a rollback.
            if (
                sorted.Any(finding =>
                    finding.Message.StartsWith("unknown key ", StringComparison.Ordinal)
                    || finding.Message.StartsWith("unknown value ", StringComparison.Ordinal)
                )
            )
                error.WriteLine($"This is s7opcbridge {ProgramVersion.Text}: what it does not know may belong to a newer version.");
            error.WriteLine(
                $"{errors} {(errors == 1 ? "error" : "errors")}, {sorted.Count - errors} {(sorted.Count - errors == 1 ? "warning" : "warnings")}."
            );
        }
        return map;
    }

    /// <summary>Rejects arguments that look like options, so that a mistyped option is not taken for the name of a map or tag.</summary>
    public static void RefuseOptions(ArgumentResult argument)
    {
        if (argument.Tokens.FirstOrDefault(token => token.Value.StartsWith('-')) is { } token)
            argument.AddError($"Unrecognized command or argument '{token.Value}'.");
    }

    private static Argument<string> Checked(Argument<string> argument)
    {
        argument.Validators.Add(RefuseOptions);
        return argument;
    }
}
