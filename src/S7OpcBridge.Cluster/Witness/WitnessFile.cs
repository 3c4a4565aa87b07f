using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;
using S7OpcBridge.Cluster.Tables;

namespace S7OpcBridge.Cluster.Witness;

/// <summary>
/// The tables that a witness keeps: one file, replaced as a whole, on the disk before an answer is given. When silos were alive is kept in memory.
/// </summary>
internal sealed class WitnessFile : IDisposable
{
    private const int MostClusters = 100;

    private readonly string _path;
    private readonly TimeProvider _time;
    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly ConcurrentDictionary<(string Cluster, string Silo), DateTime> _alive = [];
    private volatile ImmutableDictionary<string, WitnessTableText> _tables;

    private WitnessFile(string path, Dictionary<string, WitnessTableText> tables, TimeProvider time)
    {
        (_path, _tables, _time) = (path, tables.ToImmutableDictionary(), time);
        // Whoever was alive before the witness stopped gets the time to say so again.
        foreach (var (cluster, table) in tables)
        foreach (var row in MemberRows.Parse(table.Rows).Rows.Where(static row => row.Ended is null))
            _alive[(cluster, row.Silo)] = Now;
    }

    /// <summary>Reads the file; none yet: there are no tables.</summary>
    /// <exception cref="ClusterStoreException">It is there and can't be read: to begin without it would make two clusters of one.</exception>
    public static async Task<WitnessFile> OpenAsync(string path, TimeProvider time, CancellationToken cancellationToken)
    {
        try
        {
            if (!File.Exists(path))
            {
                var empty = new WitnessFile(path, [], time);
                await empty.SaveAsync(empty._tables, cancellationToken).ConfigureAwait(false);
                return empty;
            }
            await using var file = File.OpenRead(path);
            var tables = await JsonSerializer.DeserializeAsync(file, WitnessJson.Default.Tables, cancellationToken).ConfigureAwait(false);
            return new WitnessFile(path, tables ?? throw new JsonException("null"), time);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new ClusterStoreException(
                $"The file {path} of the witness can't be used: {failure.Message} If it is damaged for good, stop all nodes of the cluster, delete it, and "
                    + "start again.",
                failure
            );
        }
    }

    /// <summary>A table as it is on the disk. Does not wait for one that is being written.</summary>
    public StoredTable Read(string cluster)
    {
        var table = _tables.GetValueOrDefault(cluster) ?? new WitnessTableText(0, "");
        var alive = new Dictionary<string, DateTime>();
        foreach (var (key, time) in _alive)
            if (key.Cluster == cluster)
                alive[key.Silo] = time;
        return new StoredTable(table.Version, table.Rows, alive, Now);
    }

    /// <exception cref="IOException">The disk is full, for example. The table is as it was.</exception>
    public async Task<bool> TryReplaceAsync(
        string cluster,
        int expectedVersion,
        int version,
        string rows,
        CancellationToken cancellationToken
    )
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var before = _tables.GetValueOrDefault(cluster);
            if ((before?.Version ?? 0) != expectedVersion)
                return false;
            if (before is null && _tables.Count >= MostClusters)
                throw new IOException($"it keeps {MostClusters} clusters already");
            var silos = MemberRows.Parse(rows).Rows.Select(static row => row.Silo).ToHashSet();
            await ChangeAsync(_tables.SetItem(cluster, new WitnessTableText(version, rows)), cancellationToken).ConfigureAwait(false);
            Forget(cluster, silos);
            return true;
        }
        finally
        {
            _turn.Release();
        }
    }

    public void SetAlive(string cluster, string silo) => _alive[(cluster, silo)] = Now;

    public async Task DeleteAsync(string cluster, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await ChangeAsync(_tables.Remove(cluster), cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }
    }

    public void Dispose() => _turn.Dispose();

    private DateTime Now => _time.GetUtcNow().UtcDateTime;

    private async Task ChangeAsync(ImmutableDictionary<string, WitnessTableText> tables, CancellationToken cancellationToken)
    {
        await SaveAsync(tables, cancellationToken).ConfigureAwait(false);
        _tables = tables;
    }

    private async Task SaveAsync(IReadOnlyDictionary<string, WitnessTableText> tables, CancellationToken cancellationToken)
    {
        var unfinished = $"{_path}.new";
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        await using (var file = new FileStream(unfinished, options))
        {
            await JsonSerializer.SerializeAsync(file, new(tables), WitnessJson.Default.Tables, cancellationToken).ConfigureAwait(false);
            file.Flush(flushToDisk: true);
        }
        File.Move(unfinished, _path, overwrite: true);
    }

    // Silos that are no rows any more; a silo that is about to become one has just said that it is alive.
    private void Forget(string cluster, HashSet<string> kept)
    {
        var old = Now - TimeSpan.FromDays(1);
        foreach (var (key, alive) in _alive)
            if (key.Cluster == cluster && alive < old && !kept.Contains(key.Silo))
                _alive.TryRemove(key, out _);
    }
}

/// <summary>A cluster's table in the file.</summary>
internal sealed record WitnessTableText(int Version, string Rows);

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(Dictionary<string, WitnessTableText>), TypeInfoPropertyName = "Tables")]
internal sealed partial class WitnessJson : JsonSerializerContext;
