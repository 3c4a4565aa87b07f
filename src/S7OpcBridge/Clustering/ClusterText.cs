using System.Globalization;
using S7OpcBridge.Output;
using S7OpcBridge.Web;
using Spectre.Console;

namespace S7OpcBridge.Clustering;

/// <summary>Prints the state of a cluster for people.</summary>
internal static class ClusterText
{
    private const int MostPlcs = 20;

    /// <param name="state">The cluster.</param>
    /// <param name="serviceLevel">Service level of the node that was asked.</param>
    /// <param name="output">Where to print.</param>
    public static void Write(ClusterState state, byte serviceLevel, TextWriter output)
    {
        var console = Terminal.Over(output);
        output.WriteLine(
            $"Cluster {state.Name} as node {state.Node} sees it: view {state.View}, {Nodes(state)}, "
                + $"{Count(state.Plcs.Count, "PLC")}, map {state.MapHash}, members in {state.Store}, service level {serviceLevel}"
        );
        console.Write(NodesOf(state));
        console.Write(PlcsOf(state));
        if (state.Plcs.Count > MostPlcs)
            output.WriteLine($"… {state.Plcs.Count - MostPlcs} more PLCs; --format json has all.");
        if (state.Links.Count > 0)
            console.Write(LinksOf(state));
        var troubles = state.Troubles();
        foreach (var trouble in troubles)
            output.WriteLine(trouble);
        if (troubles.Count == 0)
            output.WriteLine("All nodes run the same map, and the values of all PLCs arrive.");
    }

    private static Table NodesOf(ClusterState state)
    {
        var table = new Table().SimpleBorder().AddColumns("node", "address", "OPC UA", "map", "level", "PLCs");
        foreach (var node in state.Nodes)
        {
            table.AddRow(
                Terminal.Escape(node.Name == state.Node ? node.Name + " (this)" : node.Name),
                Terminal.Escape(node.Address),
                Terminal.Escape(node.IsReached ? string.Join(" ", node.Urls) : "not reached"),
                Terminal.Escape(node.MapHash ?? "?"),
                node.IsReached ? node.ServiceLevel.ToString(CultureInfo.InvariantCulture) : "?",
                state.Plcs.Count(plc => plc.Owner == node.Name).ToString(CultureInfo.InvariantCulture)
            );
        }
        foreach (var node in state.Missing ?? [])
            table.AddRow(Terminal.Escape(node.Name), Terminal.Escape(node.Address), "missing", "", "", "");
        return table;
    }

    private static string Nodes(ClusterState state) =>
        state.ExpectedNodes == state.Nodes.Count
            ? Count(state.Nodes.Count, "node")
            : $"{state.Nodes.Count} of {Count(state.ExpectedNodes, "node")}";

    // What does not arrive comes first, because the list is cut.
    private static Table PlcsOf(ClusterState state)
    {
        var table = new Table().SimpleBorder().AddColumns("PLC", "read by", "");
        foreach (var plc in state.Plcs.OrderBy(plc => plc.IsServed).Take(MostPlcs))
            table.AddRow(
                Terminal.Escape(plc.Plc),
                Terminal.Escape(plc.Owner ?? "nobody"),
                plc.IsServed
                    ? plc.IsPinned
                        ? "pinned"
                        : ""
                    : "no values"
            );
        return table;
    }

    private static Table LinksOf(ClusterState state)
    {
        var table = new Table().SimpleBorder().AddColumns("link to", "sent", "received", "snapshots", "coalesced", "lag");
        foreach (var link in state.Links)
            table.AddRow(
                Terminal.Escape(link.Node),
                Text(link.SentValues),
                Text(link.ReceivedValues),
                Text(link.Snapshots),
                Text(link.Coalesced),
                string.Create(CultureInfo.InvariantCulture, $"{link.Lag * 1000:0.0} ms")
            );
        return table;
    }

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Count(int number, string noun) => number == 1 ? $"1 {noun}" : $"{number} {noun}s";
}
