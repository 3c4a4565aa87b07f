using System.Text;
using System.Text.Json;
using S7OpcBridge.S7;

namespace S7OpcBridge;

/// <summary>The plan for programs, as DESIGN §4 has it: a contract.</summary>
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
        json.WriteNumber("pduSize", plc.PduSize);
        json.WriteNumber("maxItems", plc.MaxItems);
        json.WriteStartArray("scans");
        foreach (var scan in plc.Scans)
        {
            json.WriteStartObject();
            json.WriteString("scan", scan.Scan.Name);
            json.WriteNumber("intervalMs", scan.Scan.Interval.TotalMilliseconds);
            json.WriteNumber("tags", scan.Tags);
            json.WriteNumber("lowerBound", scan.Plan.LowerBound);
            json.WriteStartArray("requests");
            foreach (var request in scan.Plan.Requests)
                WriteRequest(json, request);
            json.WriteEndArray();
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteRequest(Utf8JsonWriter json, PlanRequest request)
    {
        json.WriteStartObject();
        json.WriteNumber("requestBytes", request.RequestBytes);
        json.WriteNumber("responseBytes", request.ResponseBytes);
        json.WriteStartArray("items");
        foreach (var item in request.Items)
        {
            json.WriteStartObject();
            json.WriteString("area", AreaNames.Of(item.Range.Area));
            if (item.Range.Area == S7Area.DataBlock)
                json.WriteNumber("db", item.Range.Db);
            json.WriteNumber("start", item.Range.Start);
            json.WriteNumber("length", item.Range.Length);
            json.WriteEndObject();
        }
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
