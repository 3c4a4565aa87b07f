using S7OpcBridge;

return await CommandLine.RunAsync(args, Console.Out, Console.Error, CancellationToken.None);
