using S7OpcBridge.Map.Findings;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Machines;

/// <summary>The keys of <c>machine</c>, at a PLC or under <c>server</c>.</summary>
internal static class MachineKeys
{
    private const int MostCharacters = 300,
        FirstYear = 1900,
        LastYear = 2200;
    private const string Example = "http://www.builder.com/machines/4711";

    public const string OfPlc =
            "The machine that the PLC controls, for asset tools: { manufacturer, productInstanceUri, … }. Default: that of 'server'.",
        OfServer = "The machine that all PLCs control that name none: { manufacturer, productInstanceUri, … }. Default none.";

    public static readonly KeyShape Shape = KeyShape.Ref("machine");

    public static readonly KeyTable<RawMachine> Table = new(
        "machine",
        new("manufacturer", KeyShape.Text, "Who built the machine. Needed.", static (yaml, machine) => machine.Manufacturer = Text(yaml)),
        new("productInstanceUri", KeyShape.Text, $"Its identifier from the manufacturer, unique in the world: {Example}. Needed.", ReadUri),
        new(
            "name",
            KeyShape.Text,
            "Its name. Default: that of the PLC.",
            static (yaml, machine) => machine.Optional = machine.Optional with { Name = Text(yaml) ?? "" }
        ),
        new(
            "serial",
            KeyShape.Text,
            "Its serial number.",
            static (yaml, machine) => machine.Optional = machine.Optional with { SerialNumber = Text(yaml) ?? "" }
        ),
        new(
            "model",
            KeyShape.Text,
            "Name of its model.",
            static (yaml, machine) => machine.Optional = machine.Optional with { Model = Text(yaml) ?? "" }
        ),
        new(
            "productCode",
            KeyShape.Text,
            "Its order code.",
            static (yaml, machine) => machine.Optional = machine.Optional with { ProductCode = Text(yaml) ?? "" }
        ),
        new(
            "location",
            KeyShape.Text,
            "Where it stands.",
            static (yaml, machine) => machine.Optional = machine.Optional with { Location = Text(yaml) ?? "" }
        ),
        new(
            "assetId",
            KeyShape.Text,
            "Your own number for it.",
            static (yaml, machine) => machine.Optional = machine.Optional with { AssetId = Text(yaml) ?? "" }
        ),
        new(
            "year",
            KeyShape.Whole(FirstYear, LastYear),
            "Year in which it was built.",
            static (yaml, machine) => machine.Optional = machine.Optional with { Year = yaml.Whole(FirstYear, LastYear) ?? 0 }
        )
    );

    /// <summary>Reads a machine; what it needs and does not have is a finding.</summary>
    public static RawMachine? Read(YamlReader yaml)
    {
        var machine = new RawMachine(yaml.Spot);
        var findings = yaml.Findings;
        var hadErrors = findings.HasErrors;
        if (!Table.Read(yaml, machine))
            return null;
        if (!hadErrors && findings.HasErrors)
            return machine;
        if (machine.Manufacturer is null)
            findings.Error(machine.Spot, "the machine has no 'manufacturer'; add the name of who built it");
        if (machine.ProductInstanceUri is null)
            findings.Error(
                machine.Spot,
                $"the machine has no 'productInstanceUri'; add the one that its manufacturer has given it, such as {Example}"
            );
        return machine;
    }

    private static void ReadUri(YamlReader yaml, RawMachine machine)
    {
        machine.UriSpot = yaml.Spot;
        if (Text(yaml) is not { } text)
            return;
        if (Uri.TryCreate(text, UriKind.Absolute, out var uri) && uri.Scheme != Uri.UriSchemeFile)
            machine.ProductInstanceUri = text;
        else
            yaml.Findings.Error(
                machine.UriSpot,
                $"'{Excerpt.From(text)}' is no identifier of a machine; write the one that its manufacturer has given it, such as {Example}"
            );
    }

    private static string? Text(YamlReader yaml)
    {
        var spot = yaml.Spot;
        if (yaml.Text() is not { } text)
            return null;
        if (text.Length <= MostCharacters)
            return text;
        yaml.Findings.Error(spot, $"the text has {text.Length} characters; {MostCharacters} at most are possible here");
        return null;
    }
}
