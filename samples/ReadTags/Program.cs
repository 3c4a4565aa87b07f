using S7OpcBridge.S7;

// dotnet run --project samples/ReadTags -- HOST [PORT]
var options = new S7ConnectionOptions
{
    Host = args[0],
    Port = args.Length > 1 ? int.Parse(args[1]) : 102,
    Timeout = TimeSpan.FromMinutes(1),
};
await using var plc = await S7Connection.ConnectAsync(options, TimeProvider.System, CancellationToken.None);

// Address and type, as in TIA Portal. All are read in as few requests as possible.
var tags = new S7TagReader(plc, "DB10.DBD4 Real", "DB10.DBX0.0", "DB20.DBB0 String[20]", "MW20 Int");
foreach (var (tag, status, value) in await tags.ReadAsync(CancellationToken.None))
    Console.WriteLine(status == S7ItemStatus.Ok ? $"{tag} = {value}" : $"{tag}: {status}");
