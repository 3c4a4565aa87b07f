using System.Globalization;
using System.Text;
using DiffPlex;
using DiffPlex.Model;

namespace S7OpcBridge.Map;

/// <summary>A line of a diff.</summary>
/// <param name="Sign">'-' goes, '+' comes, ' ' stays, '@' begins a part.</param>
/// <param name="Old">Its line in the old text, from 1; 0: it is not in it.</param>
/// <param name="New">Its line in the new text, from 1; 0: it is not in it.</param>
/// <param name="Text">The line.</param>
public readonly record struct DiffLine(char Sign, int Old, int New, string Text);

/// <summary>Which lines differ between two texts, for people.</summary>
public static class TextDiff
{
    private const int Context = 3,
        // What Myers' algorithm compares at most; its time grows with the differences.
        MostCompared = 20_000;

    /// <summary>The lines that differ, with three lines around them.</summary>
    /// <param name="old">The old text.</param>
    /// <param name="new">The new text.</param>
    /// <param name="most">Most lines that are returned.</param>
    /// <returns>The lines, and true where there are more.</returns>
    public static (IReadOnlyList<DiffLine> Lines, bool IsCut) Of(string old, string @new, int most)
    {
        var (before, after) = (LinesOf(old), LinesOf(@new));
        var lines = new List<DiffLine>();
        var blocks = Blocks(before, after);
        for (var i = 0; i < blocks.Count; )
        {
            // Parts that are near to each other are shown as one.
            var last = i;
            while (last + 1 < blocks.Count && blocks[last + 1].DeleteStartA - EndOf(blocks[last]) <= 2 * Context)
                last++;
            var from = Math.Max(0, blocks[i].DeleteStartA - Context);
            var shift = blocks[i].InsertStartB - blocks[i].DeleteStartA;
            var to = Math.Min(before.Length, EndOf(blocks[last]) + Context);
            var added = blocks.Skip(i).Take(last - i + 1).Sum(block => block.InsertCountB - block.DeleteCountA);
            lines.Add(
                new DiffLine(
                    '@',
                    from + 1,
                    from + shift + 1,
                    string.Create(CultureInfo.InvariantCulture, $"@@ -{from + 1},{to - from} +{from + shift + 1},{to - from + added} @@")
                )
            );
            var at = from;
            for (; i <= last; i++)
            {
                var block = blocks[i];
                shift = block.InsertStartB - block.DeleteStartA;
                for (; at < block.DeleteStartA; at++)
                    lines.Add(new DiffLine(' ', at + 1, at + shift + 1, before[at]));
                for (; at < EndOf(block); at++)
                    lines.Add(new DiffLine('-', at + 1, 0, before[at]));
                for (var come = 0; come < block.InsertCountB; come++)
                    lines.Add(new DiffLine('+', 0, block.InsertStartB + come + 1, after[block.InsertStartB + come]));
                shift += block.InsertCountB - block.DeleteCountA;
                if (lines.Count > most)
                    return (lines[..most], true);
            }
            for (; at < to; at++)
                lines.Add(new DiffLine(' ', at + 1, at + shift + 1, before[at]));
        }
        return lines.Count > most ? (lines[..most], true) : (lines, false);
    }

    /// <summary>The same as a unified diff.</summary>
    /// <param name="file">Name of the file.</param>
    /// <param name="old">The old text.</param>
    /// <param name="new">The new text.</param>
    /// <param name="most">Most lines.</param>
    public static string Unified(string file, string old, string @new, int most)
    {
        var (lines, isCut) = Of(old, @new, most);
        if (lines.Count == 0)
            return "";
        var text = new StringBuilder($"--- {file}\n+++ {file}\n");
        foreach (var line in lines)
            _ = line.Sign == '@' ? text.Append(line.Text).Append('\n') : text.Append(line.Sign).Append(line.Text).Append('\n');
        return isCut ? text.Append("… more lines differ\n").ToString() : text.ToString();
    }

    private static int EndOf(DiffBlock block) => block.DeleteStartA + block.DeleteCountA;

    private static List<DiffBlock> Blocks(string[] before, string[] after)
    {
        var start = before.AsSpan().CommonPrefixLength(after);
        var end = 0;
        while (end < Math.Min(before.Length, after.Length) - start && before[^(end + 1)] == after[^(end + 1)])
            end++;
        var (old, @new) = (before[start..^end], after[start..^end]);
        if (old.Length + @new.Length == 0)
            return [];
        if (old.Length == 0 || @new.Length == 0 || old.Length + @new.Length > MostCompared)
            return [new DiffBlock(start, old.Length, start, @new.Length)];
        var result = Differ.Instance.CreateDiffs(
            string.Join('\n', old),
            string.Join('\n', @new),
            ignoreWhiteSpace: false,
            ignoreCase: false,
            new OneLine()
        );
        return
        [
            .. result.DiffBlocks.Select(block => new DiffBlock(
                block.DeleteStartA + start,
                block.DeleteCountA,
                block.InsertStartB + start,
                block.InsertCountB
            )),
        ];
    }

    private static string[] LinesOf(string text) =>
        text.Length == 0 ? []
        : text.ReplaceLineEndings("\n").Split('\n') is [.. var lines, ""] ? lines
        : text.ReplaceLineEndings("\n").Split('\n');

    private sealed class OneLine : IChunker
    {
        public IReadOnlyList<string> Chunk(string text) => text.Split('\n');
    }
}
