using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary>The options that put any server into a table: each may be given again for the next server.</summary>
internal sealed class ServerOptions
{
    private readonly Option<string[]> _url = Many<string>(
        "--server",
        "URL of a server to measure as well; may be repeated, and so may what follows, in the same order."
    );
    private readonly Option<string[]> _name = Many<string>("--name", "What the table calls it.");
    private readonly Option<int[]> _pid = Many<int>("--pid", "Its process, for its CPU time.");
    private readonly Option<string[]> _nodes = Many<string>(
        "--nodes",
        "Ids of its Int32 variables, for example ns=1;s=V{0}, the default; 'Changing' beside them takes how many shall change."
    );
    private readonly Option<double[]> _sampling = Many<double>(
        "--sampling",
        "Sampling interval to ask for, in milliseconds. Default: 0, every change."
    );

    private readonly Option<bool> _alone = new("--alone") { Description = "Leaves node-opcua out." };

    private readonly Option<string> _only = new("--only")
    {
        Description = "Leaves out every load without this in its name.",
        DefaultValueFactory = _ => "",
    };

    /// <summary>All of them.</summary>
    public Option[] All => [_url, _name, _pid, _nodes, _sampling, _alone, _only];

    /// <summary>What a load has to have in its name.</summary>
    public string Only(ParseResult parsed) => parsed.GetValue(_only)!;

    /// <summary>True if node-opcua shall not run.</summary>
    public bool IsAlone(ParseResult parsed) => parsed.GetValue(_alone);

    /// <summary>The servers that a command line names.</summary>
    public IReadOnlyList<LoadServer> Read(ParseResult parsed)
    {
        var (urls, names, pids) = (parsed.GetValue(_url) ?? [], parsed.GetValue(_name) ?? [], parsed.GetValue(_pid) ?? []);
        var (nodes, sampling) = (parsed.GetValue(_nodes) ?? [], parsed.GetValue(_sampling) ?? []);
        return
        [
            .. urls.Select(
                (url, i) =>
                    new LoadServer(
                        names.ElementAtOrDefault(i) ?? url,
                        url,
                        NodePattern.Parse(nodes.ElementAtOrDefault(i) ?? "ns=1;s=V{0}"),
                        i < pids.Length ? pids[i] : null,
                        sampling.ElementAtOrDefault(i)
                    )
            ),
        ];
    }

    private static Option<T[]> Many<T>(string name, string description) =>
        new(name) { Description = description, AllowMultipleArgumentsPerToken = false };
}
