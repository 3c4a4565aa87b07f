using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Server;

/// <summary>The keys of <c>history</c> under <c>server</c>.</summary>
internal static class HistoryKeys
{
    private const int LongestConnection = 2000;
    private static readonly TimeSpan ShortestKeep = TimeSpan.FromDays(1),
        LongestKeep = TimeSpan.FromDays(7300);

    public static readonly KeyTable<RawHistory> PostgresTable = new(
        "PostgreSQL history",
        new(
            "connection",
            KeyShape.Any(KeyShape.Text, KeyShape.Ref("secretFile")),
            "Connection string, or { file: … } with it; only its owner may read the " + "file.",
            static (yaml, history) => history.Connection = ReadConnection(yaml)
        ),
        new(
            "journal",
            KeyShape.Text,
            "Folder of the local journal, which keeps the values while the database is away. Default " + "history.",
            static (yaml, history) => history.Journal = yaml.Text("the name of a folder, such as history")
        )
    );

    public static readonly KeyTable<RawHistory> Table = new(
        "history",
        new(
            "store",
            KeyShape.Text,
            "Folder of the files with the recorded values; a relative one is in the state folder, or " + "beside this file.",
            static (yaml, history) => history.Store = yaml.Text("the name of a folder, such as history")
        ),
        new(
            "postgres",
            KeyShape.Ref("historyInPostgres"),
            "A PostgreSQL database in place of the folder, such as " + "{ connection: { file: history.txt }, journal: history }.",
            static (yaml, history) =>
            {
                history.PostgresSpot = yaml.Spot;
                PostgresTable.Read(yaml, history);
            }
        ),
        new(
            "keep",
            KeyShape.Duration,
            "How long values are kept, 1d to 7300d. Default 30d.",
            static (yaml, history) => history.Keep = yaml.Duration(ShortestKeep, LongestKeep) ?? history.Keep
        ),
        new(
            "maxSize",
            KeyShape.Text,
            "Disk space at most, 100MB to 1000GB; the oldest day is removed first. Default 20GB.",
            static (yaml, history) => history.MaxSize = yaml.Bytes(100L << 20, 1000L << 30, "an amount of disk space") ?? history.MaxSize
        )
    );

    /// <summary>Reads <c>{ store: history }</c> or <c>{ postgres: { connection: … } }</c>.</summary>
    public static void Read(YamlReader yaml, RawServer server)
    {
        server.HistorySpot = yaml.Spot;
        var history = new RawHistory();
        var errors = yaml.Findings.HasErrors;
        if (!Table.Read(yaml, history))
            return;
        var isGood = yaml.Findings.HasErrors == errors;
        if (isGood && history.Store is null && history.PostgresSpot.IsNone)
            yaml.Findings.Error(
                server.HistorySpot,
                "'history' says nowhere to record to; add 'store: history', a folder beside the map, or 'postgres'"
            );
        else if (isGood && history.Store is not null && !history.PostgresSpot.IsNone)
            yaml.Findings.Error(
                history.PostgresSpot,
                "'store' and 'postgres' exclude each other; remove one of them ('journal' under 'postgres' is its local " + "folder)"
            );
        else if (isGood && !history.PostgresSpot.IsNone && history.Connection is null)
            yaml.Findings.Error(
                history.PostgresSpot,
                "'postgres' has no connection; add one such as 'connection: { file: history.txt }', a file with "
                    + "Host=db.plant.local;Database=plant;Username=bridge;Password=…"
            );
        server.Settings = server.Settings with
        {
            History = new HistorySettings
            {
                Folder = Path.GetFullPath(
                    StateFolder.Resolve(yaml.File, history.Store ?? history.Journal ?? HistorySettings.DefaultFolder)
                ),
                Postgres = history.Connection,
                Keep = history.Keep,
                MaxSize = history.MaxSize,
            },
        };
    }

    private static string? ReadConnection(YamlReader yaml)
    {
        if (!yaml.AtMapping)
            return yaml.Text("a connection string, or { file: … } with one");
        var secret = new SecretText("a connection string", LongestConnection);
        SecretFileKeys.Table.Read(yaml, secret);
        return secret.Text;
    }
}

/// <summary>The history of the server as written.</summary>
internal sealed class RawHistory
{
    public string? Store { get; set; }

    public SourceLocation PostgresSpot { get; set; }

    public string? Connection { get; set; }

    public string? Journal { get; set; }

    public TimeSpan Keep { get; set; } = HistorySettings.DefaultKeep;

    public long MaxSize { get; set; } = HistorySettings.DefaultMaxSize;
}
