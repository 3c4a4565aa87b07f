using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Values;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Tags;

/// <summary>Reads a tag's <c>states</c>: a mapping of numbers to texts, or a list of texts for the numbers from 0 on.</summary>
internal static class StateKeys
{
    private const string Expected = "numbers with their texts, such as { 0: Off, 1: On }";

    public static readonly KeyShape Shape = KeyShape.Any(KeyShape.MapOf(KeyShape.Text), KeyShape.ListOf(KeyShape.Text));

    public static void Read(YamlReader yaml, RawTag tag)
    {
        var states = new List<TagState>();
        var spot = yaml.Spot;
        if (yaml.AtSequence)
        {
            yaml.EnterSequence(Expected);
            while (!yaml.Leave())
                states.Add(new TagState(states.Count, yaml.Text("the text of a state") ?? ""));
        }
        else if (yaml.EnterMapping(Expected))
        {
            ReadPairs(yaml, states);
        }
        else
        {
            return;
        }
        if (states.Count == 0)
            yaml.Findings.Error(spot, $"'states' is empty; write {Expected}");
        tag.Details = tag.More with { States = new TagStates(states) };
    }

    private static void ReadPairs(YamlReader yaml, List<TagState> states)
    {
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } key)
                continue;
            if (!Numbers.TryWhole(key, out var value))
                yaml.Findings.Error(spot, $"'{key}' is not a whole number; write {Expected}");
            else if (states.Exists(state => state.Value == value))
                yaml.Findings.Error(spot, $"the state {key} is given twice; remove one of them");
            yaml.Key = key;
            states.Add(new TagState(value, yaml.Text("the text of a state") ?? ""));
        }
    }
}
