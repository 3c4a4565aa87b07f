using System.Globalization;
using System.IO.Compression;

namespace S7OpcBridge.OpcUa.Server.Tests.Aggregates;

/// <summary>One random series with a request, and what the OPC Foundation's calculators gave for each function.</summary>
/// <param name="Text">The line of the file, for messages.</param>
/// <param name="Series">Raw values, oldest first.</param>
/// <param name="IsStepped">True: values are held.</param>
/// <param name="Rules">The AggregateConfiguration.</param>
/// <param name="Start">The start of the request; later than <paramref name="End"/>: backward.</param>
/// <param name="End">The end.</param>
/// <param name="Interval">The processing interval in ticks; 0: all of the range.</param>
/// <param name="Results">The results by the function's id.</param>
internal sealed record AggregateVector(
    string Text,
    DataValue[] Series,
    bool IsStepped,
    HistoryAggregateRules Rules,
    long Start,
    long End,
    long Interval,
    Dictionary<uint, (long Time, string Value, uint Status)[]> Results
);

/// <summary>
/// Reads vectors.gz. A line "S type stepped treatUncertainAsBad percentBad percentGood slope start end interval time:value:status…" begins a series; a line
/// "function time:value:status…" has the results. Times are milliseconds, statuses hexadecimal, types d (Double), i (Int32), b (Boolean).
/// </summary>
internal static class AggregateVectors
{
    public static readonly long Base = UaTime.FromTicks(DateTime.UnixEpoch.Ticks);

    public static IEnumerable<AggregateVector> Load(Stream file)
    {
        using var reader = new StreamReader(new GZipStream(file, CompressionMode.Decompress));
        AggregateVector? vector = null;
        while (reader.ReadLine() is { } line)
        {
            var words = line.Split(' ');
            if (words[0] != "S")
            {
                vector!.Results[Number(words[0])] = [.. words.Skip(1).Select(ResultOf)];
                continue;
            }

            if (vector is not null)
                yield return vector;
            vector = Parse(line, words);
        }

        if (vector is not null)
            yield return vector;
    }

    private static AggregateVector Parse(string line, string[] words)
    {
        var series = words.Skip(10).Select(word => PointOf(word, words[1])).ToArray();
        var rules = new HistoryAggregateRules(words[3] == "1", (byte)Number(words[4]), (byte)Number(words[5]), words[6] == "1");
        var interval = (long)(double.Parse(words[9], CultureInfo.InvariantCulture) * TimeSpan.TicksPerMillisecond);
        return new AggregateVector(line, series, words[2] == "1", rules, Time(words[7]), Time(words[8]), interval, []);
    }

    private static DataValue PointOf(string word, string type)
    {
        var parts = word.Split(':');
        var value =
            parts[1] == "-"
                ? default
                : type switch
                {
                    "d" => Variant.From(double.Parse(parts[1], CultureInfo.InvariantCulture)),
                    "i" => Variant.From(int.Parse(parts[1], CultureInfo.InvariantCulture)),
                    _ => Variant.From(parts[1] == "1"),
                };
        return new DataValue(value, uint.Parse(parts[2], NumberStyles.HexNumber, CultureInfo.InvariantCulture), Time(parts[0]), 0);
    }

    private static (long, string, uint) ResultOf(string word)
    {
        var parts = word.Split(':');
        return (Time(parts[0]), parts[1], uint.Parse(parts[2], NumberStyles.HexNumber, CultureInfo.InvariantCulture));
    }

    private static uint Number(string word) => uint.Parse(word, CultureInfo.InvariantCulture);

    private static long Time(string word) => Base + long.Parse(word, CultureInfo.InvariantCulture) * TimeSpan.TicksPerMillisecond;
}
