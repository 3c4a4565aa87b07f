using S7OpcBridge.S7Plus;

// dotnet run --project samples/ReadSymbols -- HOST PORT THUMBPRINT-OF-THE-CERTIFICATE
var (host, port, trusted) = (args[0], int.Parse(args[1]), S7PlusCertificateChecks.Pin(args[2]));
var options = new S7PlusConnectionOptions
{
    Host = host,
    Port = port,
    CertificateCheck = trusted,
    Timeout = TimeSpan.FromMinutes(1),
};
await using var plc = await S7PlusConnection.ConnectAsync(options, TimeProvider.System, CancellationToken.None);

var program = await S7PlusProgram.BrowseAsync(plc, CancellationToken.None);
foreach (var block in program.Blocks.Where(block => block.IsLoaded))
{
    var all = program.ItemsBelowAsync(S7PlusProgram.SymbolOf(block), new S7PlusSymbolBudget(), CancellationToken.None);
    var symbols = await all.Where(symbol => symbol.IsAccessible).Take(20).ToArrayAsync();
    if (symbols.Length == 0)
        continue;
    var read = new S7PlusReadJob([.. symbols.Select(symbol => symbol.Item!.Value)]);
    await plc.ReadAsync(read, CancellationToken.None);
    for (var i = 0; i < read.Count; i++)
    {
        var status = read.StatusOf(i);
        var value = status == S7PlusItemStatus.Ok ? S7PlusData.ToValue(read.ItemOf(i).Shape, read.DataOf(i)) : status;
        Console.WriteLine($"{symbols[i]} = {value}");
    }
}
