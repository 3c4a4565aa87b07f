using System.Text.Json;
using S7OpcBridge.Cluster;
using S7OpcBridge.Web;

namespace S7OpcBridge.Clustering;

/// <summary>
/// Finds out which nodes read the same files: a mark is put beside them for a moment, and each node tells whether it sees it beside its own. Equal contents
/// would prove nothing, because copies are equal until one of them is changed.
/// </summary>
internal static class SharedFiles
{
    /// <summary>Kind of the requests.</summary>
    public const byte Kind = 67;

    private const string MarkBegin = ".s7opcbridge-",
        Separate = "has files of its own";

    private const int MostNames = 1000;

    /// <summary>Asks all other nodes.</summary>
    /// <param name="state">The cluster as this node sees it.</param>
    /// <param name="files">Paths of the files.</param>
    /// <param name="ask">Asks another node; see <see cref="ClusterNode.AskAsync"/>.</param>
    public static async Task<MapReach> FindAsync(
        ClusterState state,
        IReadOnlyList<string> files,
        Func<string, byte, ReadOnlyMemory<byte>, CancellationToken, ValueTask<byte[]>> ask,
        CancellationToken cancellationToken
    )
    {
        var mark = MarkBegin + Guid.NewGuid().ToString("N");
        string[] folders = [.. files.Select(static file => Path.GetDirectoryName(Path.GetFullPath(file))!).Distinct()];
        var question = JsonSerializer.SerializeToUtf8Bytes(
            new Question(mark, [.. files.Select(static file => Path.GetFileName(file)).Distinct().Take(MostNames)]),
            ClusterJson.Shapes.SharedQuestion
        );
        var (nodes, others) = (new List<string> { state.Node }, new List<NodeApart>());
        try
        {
            foreach (var folder in folders)
                await File.WriteAllTextAsync(Path.Combine(folder, mark), mark, cancellationToken);
            foreach (var node in state.Nodes.Where(node => node.Name != state.Node))
            {
                if (await AskAsync(node.Name, question, ask, cancellationToken) is { } why)
                    others.Add(new NodeApart(node.Name, why));
                else
                    nodes.Add(node.Name);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            others.AddRange(
                state
                    .Nodes.Where(node => node.Name != state.Node)
                    .Select(node => new NodeApart(
                        node.Name,
                        $"could not be asked, as no mark can be written beside the files ({e.Message.TrimEnd('.')})"
                    ))
            );
        }
        finally
        {
            foreach (var folder in folders)
                Remove(Path.Combine(folder, mark));
        }
        others.AddRange(
            (state.Missing ?? []).Select(static node => new NodeApart(
                node.Name,
                "is missing, so nobody knows whether it reads the same files"
            ))
        );
        return new MapReach(nodes, others);
    }

    /// <summary>Answers another node; a <see cref="NodeRequestHandler"/>.</summary>
    /// <param name="texts">The texts of this node's map.</param>
    public static byte[] Answer(ReadOnlyMemory<byte> body, IReadOnlyList<string> texts)
    {
        Question? question;
        try
        {
            question = JsonSerializer.Deserialize(body.Span, ClusterJson.Shapes.SharedQuestion);
        }
        catch (JsonException)
        {
            question = null;
        }
        // The name is that of a mark and nothing else: no other file is looked for.
        if (question is null || !IsMark(question.Mark))
            throw new ClusterCallException(
                ClusterCallFailure.Refused,
                "What is asked about files can't be read; is that node of another version?"
            );
        var shared = question.Names.All(name =>
            texts.Any(text =>
                Path.GetFileName(text) == name && File.Exists(Path.Combine(Path.GetDirectoryName(Path.GetFullPath(text))!, question.Mark))
            )
        );
        return [shared ? (byte)1 : (byte)0];
    }

    private static async Task<string?> AskAsync(
        string node,
        byte[] question,
        Func<string, byte, ReadOnlyMemory<byte>, CancellationToken, ValueTask<byte[]>> ask,
        CancellationToken cancellationToken
    )
    {
        try
        {
            return await ask(node, Kind, question, cancellationToken) is [1] ? null : Separate;
        }
        catch (ClusterCallException e)
        {
            return $"did not say whether it reads the same files ({e.Message.TrimEnd('.')})";
        }
    }

    private static bool IsMark(string name) =>
        name.StartsWith(MarkBegin, StringComparison.Ordinal) && Guid.TryParseExact(name[MarkBegin.Length..], "N", out _);

    private static void Remove(string path)
    {
        try
        {
            File.Delete(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Then it was not written either, or somebody took the right away meanwhile.
        }
    }

    /// <summary>What is asked.</summary>
    /// <param name="Mark">Name of the mark.</param>
    /// <param name="Names">Names of the files beside which it lies.</param>
    internal sealed record Question(string Mark, IReadOnlyList<string> Names);
}
