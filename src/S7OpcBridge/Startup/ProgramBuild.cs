using System.Diagnostics.CodeAnalysis;
using S7OpcBridge.Map;

namespace S7OpcBridge.Startup;

/// <summary>What this build of the program can do.</summary>
internal static class ProgramBuild
{
    private const string Cluster = "S7OpcBridge.Cluster";

    /// <summary>
    /// True: it can be a node of a cluster. The native build cannot, because Orleans makes code while it runs; its compiler takes this for false and leaves all
    /// behind it out.
    /// </summary>
    [FeatureSwitchDefinition(Cluster)]
    public static bool HasCluster => !AppContext.TryGetSwitch(Cluster, out var isOn) || isOn;

    /// <summary>What a build without clusters says to <c>witness</c>.</summary>
    public const string NoWitness = "the native build has no witness: " + Others;

    /// <summary>What a build without clusters says to <c>cluster forget</c>.</summary>
    public const string NoForget = "the native build cannot change a cluster's list of nodes: " + Others;

    private const string Others = "take the archive without 'native' in its name, the package or the image (docs/deploy.md)";

    /// <summary>Says why this build does not run a map; null: it does.</summary>
    /// <param name="hasCluster"><see cref="HasCluster"/>.</param>
    public static string? WhyNot(BridgeMap map, bool hasCluster) =>
        map.Cluster is null || hasCluster
            ? null
            : $"{map.Files[0]} makes this bridge a node of a cluster, and the native build cannot be one: {Others}, or remove 'cluster' from the map.";
}
