using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.Reading;

/// <summary>Reads <c>constants</c>: values of constants that sources use as array bounds without declaring them.</summary>
internal static class ConstantsReader
{
    public static void Read(YamlReader yaml, RawMap map)
    {
        if (!yaml.EnterMapping("names of constants with their numbers, such as { MAX_PUMPS: 40 }"))
            return;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } name)
                continue;
            yaml.Key = name;
            if (yaml.Whole(-65535, 65535) is { } number && !map.Constants.TryAdd(name.Trim('"'), number))
                yaml.Findings.Error(spot, $"the constant '{name}' is given twice; remove one of them");
        }
    }
}
