using System.CommandLine;
using System.CommandLine.Parsing;
using S7OpcBridge.Map;

namespace S7OpcBridge;

/// <summary>What all commands on a map share: the argument, and loading it with its findings on standard error.</summary>
internal static class MapCommand
{
    public const string DefaultMap = BridgeMap.DefaultPath;

    public static Argument<string> Argument() => Checked(new Argument<string>("map") { Description = "The tag map, a YAML file." });

    public static Argument<string[]> SeveralArgument()
    {
        var maps = new Argument<string[]>("map") { Description = "The tag maps, YAML files.", Arity = ArgumentArity.OneOrMore };
        maps.Validators.Add(RefuseOptions);
        return maps;
    }

    public static Argument<string> OptionalArgument() =>
        Checked(new Argument<string>("map") { Description = $"The tag map, a YAML file. Default {DefaultMap}.", DefaultValueFactory = _ => DefaultMap });

    /// <summary>Loads the map; null where it has errors, which then are printed with the warnings.</summary>
    public static BridgeMap? Load(ParseResult parsed, Argument<string> argument) => Load(parsed.GetRequiredValue(argument), parsed.InvocationConfiguration.Error);

    /// <summary>The same by its path.</summary>
    /// <param name="path">The map.</param>
    /// <param name="error">Takes the findings.</param>
    /// <param name="onlyErrors">True: a map that holds says nothing, for commands that need no more than its server.</param>
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
            error.WriteLine($"{errors} {(errors == 1 ? "error" : "errors")}, {sorted.Count - errors} {(sorted.Count - errors == 1 ? "warning" : "warnings")}.");
        }
        return map;
    }

    /// <summary>A mistyped option would else be taken for the name of a map or a tag.</summary>
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
