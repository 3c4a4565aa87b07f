using System.Text;
using System.Text.Json;
using S7OpcBridge.Core;
using S7OpcBridge.S7;

namespace S7OpcBridge.Planning;

/// <summary>
/// Writes the plan as JSON: a contract. A measured plan also has <c>maxJobs</c> or <c>error</c> per PLC, and <c>predictedMs</c>, <c>measuredMs</c> and
/// <c>failedItems</c> per class.
/// </summary>
internal static class PlanJson
{
    public static string Write(PlanReport report)
    {
        using var stream = new MemoryStream();
        using (var json = new Utf8JsonWriter(stream))
        {
            json.WriteStartObject();
            json.WriteStartArray("plcs");
            foreach (var plc in report.Plcs)
                WritePlc(json, plc);
            json.WriteEndArray();
            json.WriteEndObject();
        }
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static void WritePlc(Utf8JsonWriter json, PlcPlan plc)
    {
        json.WriteStartObject();
        json.WriteString("name", plc.Plc.Name);
        if (plc.Plc.IsS7Plus)
            json.WriteString("protocol", "s7plus");
        json.WriteNumber("pduSize", plc.PduSize);
        json.WriteNumber("maxItems", plc.MaxItems);
        if (plc.Live is { } live)
        {
            json.WriteNumber("maxJobs", live.MaxJobs);
            if (live.Error is not null)
                json.WriteString("error", live.Error);
        }
        json.WriteStartArray("scans");
        foreach (var scan in plc.SymbolScans)
            WriteSymbols(json, scan);
        for (var i = 0; i < plc.Scans.Length; i++)
        {
            var scan = plc.Scans[i];
            json.WriteStartObject();
            json.WriteString("scan", scan.Scan.Name);
            json.WriteNumber("intervalMs", scan.Scan.Interval.TotalMilliseconds);
            json.WriteNumber("tags", scan.Tags);
            json.WriteNumber("lowerBound", scan.Plan.LowerBound);
            if (plc.Live is { Error: null } measured)
            {
                json.WriteNumber("predictedMs", plc.CycleTime(scan).TotalMilliseconds);
                json.WriteNumber("measuredMs", Math.Round(measured.Scans[i].Cycle.TotalMilliseconds, 2));
                json.WriteNumber("failedItems", measured.Scans[i].FailedItems);
            }
            json.WriteStartArray("requests");
            for (var request = 0; request < scan.Plan.Requests.Length; request++)
                WriteRequest(json, scan.Plan.Requests[request], scan.Rides.Where(ride => ride.Request == request));
            json.WriteEndArray();
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteSymbols(Utf8JsonWriter json, SymbolScan scan)
    {
        json.WriteStartObject();
        json.WriteString("scan", scan.Scan.Name);
        json.WriteNumber("intervalMs", scan.Scan.Interval.TotalMilliseconds);
        json.WriteNumber("tags", scan.Symbols.Length);
        json.WriteNumber("lowerBound", scan.Plan.LowerBound);
        json.WriteNumber("expectedRequests", scan.Requests);
        json.WriteStartArray("requests");
        for (var request = 0; request < scan.Requests; request++)
        {
            json.WriteStartObject();
            json.WriteNumber("items", scan.Plan.Requests[request].Length);
            WriteRides(json, scan.Rides.Where(ride => ride.Request == request));
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteStartArray("symbols");
        foreach (var symbol in scan.Symbols)
            json.WriteStringValue(symbol);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteRequest(Utf8JsonWriter json, PlanRequest request, IEnumerable<RidingTags> rides)
    {
        json.WriteStartObject();
        json.WriteNumber("requestBytes", request.RequestBytes);
        json.WriteNumber("responseBytes", request.ResponseBytes);
        json.WriteStartArray("items");
        foreach (var item in request.Items)
        {
            json.WriteStartObject();
            json.WriteString("area", AreaNames.NameOf(item.Range.Area));
            if (item.Range.Area == S7Area.DataBlock)
                json.WriteNumber("db", item.Range.Db);
            json.WriteNumber("start", item.Range.Start);
            json.WriteNumber("length", item.Range.Length);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        WriteRides(json, rides);
        json.WriteEndObject();
    }

    private static void WriteRides(Utf8JsonWriter json, IEnumerable<RidingTags> rides)
    {
        json.WriteStartArray("rides");
        foreach (var ride in rides)
        {
            json.WriteStartObject();
            json.WriteString("scan", ride.Scan);
            json.WriteNumber("tags", ride.Tags);
            json.WriteEndObject();
        }
        json.WriteEndArray();
    }
}
