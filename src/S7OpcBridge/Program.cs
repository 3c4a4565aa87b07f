using S7OpcBridge.Commands;
using S7OpcBridge.Hosting;

HomeFolder.Ensure();
return await CommandLine.RunAsync(args, Console.Out, Console.Error, CancellationToken.None);
